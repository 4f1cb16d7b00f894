package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;

/**
 * What a server's FEAT says (RFC 2389). A server without FEAT is taken for one of RFC 959 alone, which may still know
 * SIZE and MDTM.
 */
record FtpFeatures(Set<String> names, boolean unixListings) {

    static FtpFeatures of(FTPClient client) throws IOException {
        Set<String> names = FTPReply.isPositiveCompletion(client.feat())
                ? Stream.of(client.getReplyStrings())
                        .filter(line -> line.startsWith(" "))
                        .map(line -> line.strip().toUpperCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of("SIZE", "MDTM");
        boolean unix = client.syst() == FTPReply.NAME_SYSTEM_TYPE
                && client.getReplyString().toUpperCase(Locale.ROOT).contains("UNIX");
        return new FtpFeatures(names, unix);
    }

    boolean has(String command) {
        return names.stream().anyMatch(name -> name.equals(command) || name.startsWith(command + " "));
    }

    boolean machineListings() {
        return has("MLST") || has("MLSD");
    }

    boolean tellsTimes() {
        return has("MDTM") || machineListings();
    }

    boolean hashes() {
        return has("XSHA256") || names.stream().anyMatch(name -> name.startsWith("HASH") && name.contains("SHA-256"));
    }
}
