package org.waybill.client.workflow.script;

import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** The command language of lftp(1): words between double quotes, where a backslash protects quotes and itself. */
final class LftpScript {
    private static final String SETTINGS = "set cmd:fail-exit yes; set net:max-retries 5; set net:timeout 30; set"
        + " ftp:list-options -a; set xfer:clobber yes; set xfer:use-temp-file yes; set xfer:disk-full-fatal yes; set"
        + " ssl:verify-certificate yes; set ssl:check-hostname yes";

    /**
     * Files of equal size and time may differ. A name with a line break would be a command to the server.
     *
     * <p>lftp takes links that an FTP server shows, and would send them by a command that few have.
     */
    private static final String MIRROR = "mirror --transfer-all --parallel=4 --exclude=[[:cntrl:]] ";

    private LftpScript() {}

    static String quote(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Settings for both kinds of FTP: implicit TLS on its own port, explicit TLS elsewhere, no TLS for {@code ftp}. */
    static String settings(Candidate candidate) {
        Location far = candidate.source().isLocal() ? candidate.destination() : candidate.source();
        boolean tls = far.is(Protocol.FTPS);
        return SETTINGS + (tls ? "; set ftp:ssl-force yes; set ftp:ssl-protect-data yes" : "; set ftp:ssl-allow no");
    }

    static String commands(Candidate candidate, boolean directory) {
        return settings(candidate) + "; " + transfer(candidate, directory);
    }

    /** Prints the file that was sent. */
    static String readBack(Candidate candidate) {
        Location to = ToolCommands.finalName(candidate);
        return settings(candidate) + "; " + open(to) + "cat -b " + quote(remote(to));
    }

    /** Prints a line with the size of the source, and its date to the second. */
    static String version(Candidate candidate) {
        Location from = candidate.source();
        return settings(candidate) + "; " + open(from) + "cls -l --time-style=%s "
                + quote(SftpBatch.escapeGlob(remote(from)));
    }

    /** Connects to the source and enters it; commands follow. */
    static String within(Candidate candidate) {
        Location from = candidate.source();
        return settings(candidate) + "; " + open(from) + "cd " + quote(remote(from)) + "; ";
    }

    /** Resumes a partial file, which has a temporary name already. */
    static String fetch(Candidate candidate, String part) {
        Location from = candidate.source();
        return settings(candidate) + "; set xfer:use-temp-file no; " + open(from) + "get -c " + quote(remote(from))
                + " -o " + quote(part);
    }

    static String transfer(Candidate candidate, boolean directory) {
        Location from = candidate.source();
        Location to = ToolCommands.finalName(candidate);
        if (!from.isLocal() && !to.isLocal()) {
            return directory
                    ? MIRROR + "--no-symlinks --no-perms " + quote(url(from)) + " " + quote(url(to))
                    : "get " + quote(url(from)) + " -o " + quote(url(to));
        }
        if (from.isLocal()) {
            return open(to)
                    + (directory
                            ? MIRROR + "--reverse --no-symlinks --no-perms " + quote(FileNames.explicit(from.path()))
                                    + " " + quote(remote(to))
                            : make(FileNames.parent(remote(to))) + "put " + quote(FileNames.explicit(from.path()))
                                    + " -o " + quote(remote(to)));
        }
        return open(from)
                + (directory
                        ? MIRROR + quote(remote(from)) + " " + quote(FileNames.explicit(to.path()))
                        : "get " + quote(remote(from)) + " -o " + quote(FileNames.explicit(to.path())));
    }

    /** Connects without logging in as a particular user: ~/.netrc decides. */
    private static String open(Location far) {
        String user = far.user() == null ? "" : " -u " + quote(far.user());
        return "open" + user + " "
                + quote(scheme(far) + "://" + org.waybill.client.endpoint.EndpointFormat.authority(far)) + "; ";
    }

    /** A remote directory with all above it; if that fails, what follows reports why. */
    private static String make(String directory) {
        return "set cmd:fail-exit no; mkdir -p -f " + quote(directory) + "; set cmd:fail-exit yes; ";
    }

    /** lftp's ftps is implicit TLS; explicit TLS is ftp with ssl-force. */
    private static String scheme(Location far) {
        return (far.is(Protocol.FTPS) && !ToolCommands.isExplicitTls(far) ? Protocol.FTPS : Protocol.FTP).scheme();
    }

    private static String remote(Location at) {
        return at.path().startsWith("-") ? "./" + at.path() : at.path();
    }

    private static String url(Location at) {
        return ToolUrls.ftpUrl(new Location(scheme(at), at.user(), at.host(), at.port(), at.path()), at.path());
    }
}
