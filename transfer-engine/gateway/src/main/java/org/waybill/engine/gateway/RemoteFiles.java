package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gridftp.CutListing;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.LeftOutNames;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.TransferSpec;

/**
 * Files of a remote server: what the client asks for is asked of it. Our FEAT has to promise MLST and MLSD before it is
 * known where a path leads, so a server that has neither is asked otherwise.
 */
final class RemoteFiles implements Backend {
    private final ServerConnection server;
    private final ServerFiles files;
    private final String host;
    /** Those of MLST and MLSD that it refused as unknown where it answered the older commands for the same path. */
    private final Set<String> missing = new HashSet<>();

    private @Nullable String system;

    RemoteFiles(ServerConnection server, ServerFiles files, String host) {
        this.server = server;
        this.files = files;
        this.host = host;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public FtpReply command(String verb, String before, String path) throws IOException {
        if (!verb.equals("MLST")) {
            return server.call(verb + " " + before + path);
        }
        if (!missing.contains(verb)) {
            FtpReply reply = server.call(verb + " " + before + path);
            if (!reply.isUnknownCommand()) {
                return reply;
            }
        }
        FtpReply reply = facts(path);
        if (reply.isPositive()) {
            missing.add(verb);
        }
        return reply;
    }

    /** MLST of a server that has none. */
    private FtpReply facts(String path) throws IOException {
        Optional<ServerFiles.FileFacts> file = files.describe(path);
        String facts = "Type=dir;";
        if (file.isPresent()) {
            String modified = file.get().modified();
            facts = "Type=file;Size=" + file.get().bytes() + ";"
                    + (modified.isEmpty() ? "" : "Modify=" + modified + ";");
        } else {
            FtpReply entered = server.call("CWD " + path);
            if (!entered.isPositive()) {
                return entered;
            }
        }
        return new FtpReply(250, List.of("Listing", facts + " " + path, "End"));
    }

    @Override
    public FileReader retrieve(String path, TransferSpec spec) throws IOException {
        return files.retrieve(path, spec);
    }

    @Override
    public FileReader list(String verb, String path, String asked) throws IOException {
        if (!verb.equals("MLSD")) {
            return files.list(verb, path);
        }
        if (!missing.contains(verb)) {
            try {
                FileReader listing = files.list(verb, path);
                return new FileReader(
                        listing.source(),
                        0,
                        markers -> CutListing.judged(listing.completion().await(markers)));
            } catch (FtpError e) {
                if (!e.reply().isUnknownCommand()) {
                    throw e;
                }
            }
        }
        FileReader listing = listedFacts(path);
        missing.add(verb);
        return listing;
    }

    /** After CWD, so that no name is taken for an option or a pattern; with the names that begin with a dot. */
    private FileReader listedFacts(String path) throws IOException {
        ServerConnection.expectPositive(server.call("CWD " + path), 550);
        boolean unix = system().toUpperCase(Locale.ROOT).contains("UNIX");
        FileReader listing = files.list("LIST", unix ? "-a" : "");
        ListToFacts facts = new ListToFacts(listing.source(), system());
        return new FileReader(
                facts,
                0,
                markers -> LeftOutNames.reported(
                        CutListing.judged(listing.completion().await(markers)), facts.leftOut()));
    }

    /** What it runs on, by its own account. */
    private String system() throws IOException {
        String known = system;
        if (known == null) {
            known = server.call("SYST").text();
            system = known;
        }
        return known;
    }

    @Override
    public FileWriter store(String path, TransferSpec spec, boolean append) throws IOException {
        return files.store(path, spec, append);
    }

    @Override
    public void close() {
        server.close();
    }
}
