package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * The one command that does the work of an option, as a list of words. Scripts do the same with more care: under a
 * temporary name, with checks before and after.
 */
final class ToolCommands {
    /** What xrdcp accepts. */
    private static final int MOST_XROOTD_STREAMS = 15;
    /** 30 days. */
    private static final String GFAL_SECONDS = "2592000";

    private ToolCommands() {}

    static List<String> move(Candidate candidate, boolean directory) {
        return switch (candidate.tool()) {
            case WAYBILL, CP -> CopyWords.ofScript(candidate);
            case SFTP -> sftp(candidate, directory);
            case SCP -> scp(candidate, directory);
            case RSYNC -> rsync(candidate, directory, ".rsync-partial");
            case LFTP -> lftp(candidate, directory);
            case CURL -> curl(candidate);
            case RCLONE -> Rclone.command(candidate, directory);
            case GLOBUS_URL_COPY -> globusUrlCopy(candidate, directory);
            case XRDCP -> xrdcp(candidate, directory);
            case GFAL_COPY -> gfalCopy(candidate, directory);
            case BBFTP -> bbftp(candidate);
        };
    }

    /**
     * Where the file or the directory goes: below the destination if that says that it is a directory. The contents of
     * a directory go into the destination itself.
     */
    static Location finalName(Candidate candidate) {
        Location to = candidate.destination();
        if (candidate.source().saysDirectory()) {
            return at(to, FileNames.withoutSlashes(to.path()));
        }
        return FileNames.saysDirectory(to.path())
                ? at(
                        to,
                        FileNames.within(
                                to.path(), FileNames.last(candidate.source().path())))
                : to;
    }

    /** Another path at the same host. */
    static Location at(Location end, String path) {
        return new Location(end.scheme(), end.user(), end.host(), end.port(), path);
    }

    /** sftp fetches by its arguments; what it sends, it reads from its standard input. */
    private static List<String> sftp(Candidate candidate, boolean directory) {
        Location far = candidate.source().isLocal() ? candidate.destination() : candidate.source();
        List<String> sftp = new ArrayList<>(List.of(Tool.SFTP.command(), "-b", "-"));
        port(sftp, "-P", far);
        sftp.addAll(List.of("--", ToolUrls.login(far)));
        String make = directory && candidate.destination().isLocal()
                ? ShellWords.join(List.of(
                                "mkdir", "-p", "--", finalName(candidate).path())) + " && "
                : "";
        return List.of(
                "sh",
                "-c",
                make + "printf '%s\\n' " + ShellWords.join(SftpBatch.lines(candidate, directory)) + " | "
                        + ShellWords.join(sftp));
    }

    private static List<String> scp(Candidate candidate, boolean directory) {
        List<String> words = new ArrayList<>(List.of(Tool.SCP.command(), "-s", "-p"));
        if (directory) {
            words.add("-r");
        }
        if (candidate.throughHere()) {
            words.add("-3");
        }
        boolean oneLocal =
                candidate.source().isLocal() || candidate.destination().isLocal();
        if (oneLocal) {
            port(words, "-P", candidate.source().isLocal() ? candidate.destination() : candidate.source());
        }
        words.add("--");
        Location from = candidate.source();
        words.add(scpEnd(directory ? at(from, FileNames.within(from.path(), ".")) : from, true, oneLocal));
        words.add(scpEnd(directory ? finalName(candidate) : candidate.destination(), false, oneLocal));
        return words;
    }

    /** scp -s treats a remote source as a glob pattern; between two remote ends each has its own port in a URL. */
    private static String scpEnd(Location at, boolean source, boolean oneLocal) {
        if (at.isLocal()) {
            return FileNames.explicit(at.path());
        }
        String path = FileNames.saysDirectory(at.path()) ? at.path() : FileNames.withoutSlashes(at.path());
        String shown = source ? SftpBatch.escapeGlob(path) : path;
        if (oneLocal || at.port() == 0) {
            return ToolUrls.hostPath(at, shown.startsWith("~") ? "./" + shown : shown);
        }
        // in scp's own URLs a path is relative to the login directory, and a second slash makes it absolute
        return Protocol.SCP.scheme() + "://" + ToolUrls.login(at) + ":" + at.port() + "/" + UrlPath.encode(shown);
    }

    /** @param partialDirectory holds what has arrived of a file, next to its target */
    static List<String> rsync(Candidate candidate, boolean directory, String partialDirectory) {
        Location far = candidate.source().isLocal() ? candidate.destination() : candidate.source();
        // -l: links are kept, and -L: the one that is the source is followed; -s: the far shell does not see the path;
        // --partial-dir: a broken transfer is continued, not shown
        List<String> words = new ArrayList<>(
                List.of(Tool.RSYNC.command(), directory ? "-rlts" : "-Lts", "--partial-dir=" + partialDirectory));
        boolean daemon = candidate.isBy(Transport.RSYNC);
        if (daemon) {
            // nothing compares SHA-256 afterwards, and files of equal size and time may differ
            words.add("--checksum");
        } else if (far.port() != 0) {
            words.addAll(List.of("-e", "ssh -p " + far.port()));
        }
        words.add("--");
        words.add(rsyncEnd(directory ? slashed(candidate.source()) : candidate.source(), daemon));
        words.add(rsyncEnd(directory ? slashed(finalName(candidate)) : candidate.destination(), daemon));
        return words;
    }

    /** {@link ToolNames} refuses a destination that would be a pattern: it need not exist. */
    private static String rsyncEnd(Location at, boolean daemon) {
        if (at.isLocal()) {
            return FileNames.explicit(at.path());
        }
        if (!daemon) {
            return ToolUrls.hostPath(
                    at, RsyncPattern.literal(at.path().startsWith("-") ? "./" + at.path() : at.path()));
        }
        String user = at.user() == null ? "" : at.user() + "@";
        String path = at.path().replaceFirst("^/+", "");
        int module = path.indexOf('/') + 1;
        // rsync does not decode its URLs
        return Protocol.RSYNC.scheme() + "://" + user + EndpointFormat.authority(at) + "/" + path.substring(0, module)
                + RsyncPattern.literal(path.substring(module));
    }

    /** What a directory holds, in place of the directory. */
    private static Location slashed(Location directory) {
        return at(directory, FileNames.within(directory.path(), ""));
    }

    private static List<String> lftp(Candidate candidate, boolean directory) {
        return List.of("lftp", "-c", LftpScript.commands(candidate, directory));
    }

    private static List<String> curl(Candidate candidate) {
        boolean pull = candidate.destination().isLocal();
        Location far = pull ? candidate.source() : finalName(candidate);
        List<String> words = new ArrayList<>(List.of(
                "curl",
                "--fail",
                "--show-error",
                "--globoff",
                "--netrc-optional",
                "--proto",
                "=" + curlScheme(far.scheme())));
        if (isExplicitTls(far)) {
            words.set(words.size() - 1, "=" + Protocol.FTP.scheme());
            words.add("--ssl-reqd");
        }
        if (pull) {
            words.addAll(
                    List.of("--output", FileNames.explicit(finalName(candidate).path())));
        } else {
            words.addAll(List.of(
                    "--upload-file", FileNames.explicit(candidate.source().path())));
        }
        words.addAll(List.of("--url", curlUrl(far)));
        return words;
    }

    static String curlScheme(String scheme) {
        return Protocols.named(scheme).map(one -> one.account().scheme()).orElse(scheme);
    }

    /** FTP with AUTH TLS on FTP's own port (RFC 4217), and not TLS from the first byte. */
    static boolean isExplicitTls(Location at) {
        return at.is(Protocol.FTPS) && at.port() != 0 && at.port() != Protocol.FTPS.defaultPort();
    }

    static String curlUrl(Location at) {
        String scheme = isExplicitTls(at) ? Protocol.FTP.scheme() : at.scheme();
        return at.isServedBy(Protocol.FTP)
                ? ToolUrls.ftpUrl(new Location(scheme, at.user(), at.host(), at.port(), at.path()), at.path())
                : ToolUrls.absoluteUrl(at, curlScheme(at.scheme()), at.path());
    }

    private static List<String> globusUrlCopy(Candidate candidate, boolean directory) {
        List<String> words = new ArrayList<>(
                List.of("globus-url-copy", "-fast", "-rst", "-p", String.valueOf(Math.max(1, candidate.streams()))));
        words.add("-cd");
        if (candidate.isBy(Transport.GSIFTPS)) {
            words.add("-dcpriv");
        }
        if (directory) {
            words.addAll(List.of("-r", "-pp"));
        }
        words.add(fileOrUrl(directory ? slashed(candidate.source()) : candidate.source()));
        words.add(fileOrUrl(directory ? slashed(finalName(candidate)) : finalName(candidate)));
        return words;
    }

    private static String fileOrUrl(Location at) {
        return at.isLocal()
                ? ToolUrls.fileUrl(LocalPaths.absolute(at.path()))
                : ToolUrls.absoluteUrl(at, at.scheme(), at.path());
    }

    private static List<String> xrdcp(Candidate candidate, boolean directory) {
        List<String> words = new ArrayList<>(List.of(
                "xrdcp",
                // what a broken copy has left is no reason to refuse the next
                "--force",
                "--streams",
                String.valueOf(Math.clamp(candidate.streams(), 1, MOST_XROOTD_STREAMS))));
        if (candidate.isThirdPartyDirect()) {
            words.addAll(List.of("--tpc", "only"));
        }
        Location from = candidate.source();
        Location to = finalName(candidate);
        if (!directory) {
            words.addAll(List.of(xrdUrl(from), xrdUrl(to)));
            return words;
        }
        // without the dot the directory's own name would come below the destination, which must exist for more than a
        // file
        words.addAll(List.of("--recursive", xrdUrl(at(from, FileNames.within(from.path(), "."))), xrdUrl(slashed(to))));
        List<String> make = to.isLocal()
                ? List.of("mkdir", "-p", "--", LocalPaths.absolute(to.path()))
                : List.of(
                        "xrdfs",
                        xrdServer(to),
                        "mkdir",
                        "-p",
                        to.path().startsWith("/") ? to.path() : "/~/" + to.path());
        return List.of("sh", "-c", ShellWords.join(make) + " && exec " + ShellWords.join(words));
    }

    /** xrdcp does not decode its URLs; root://host//absolute. */
    private static String xrdUrl(Location at) {
        return at.isLocal()
                ? LocalPaths.absolute(at.path())
                : xrdServer(at) + (at.path().startsWith("/") ? at.path() : "~/" + at.path());
    }

    private static String xrdServer(Location at) {
        return ToolUrls.absoluteUrl(at, Protocol.XROOTD.scheme(), "/");
    }

    private static List<String> gfalCopy(Candidate candidate, boolean directory) {
        List<String> words = new ArrayList<>(List.of(
                "gfal-copy",
                "--force",
                "--parent",
                "--checksum",
                "ADLER32",
                // it would end after half an hour, and a file after an hour
                "--timeout",
                "0",
                "--transfer-timeout",
                GFAL_SECONDS));
        if (directory) {
            // else a file that fails is reported in a line and forgotten by the exit code
            words.addAll(List.of("--recursive", "--abort-on-failure"));
        }
        words.add(gfalUrl(candidate.source()));
        words.add(gfalUrl(finalName(candidate)));
        return words;
    }

    /** gfal-copy does not decode the URLs of local files. */
    private static String gfalUrl(Location at) {
        return at.isLocal() ? Protocols.FILE + "://" + LocalPaths.absolute(at.path()) : fileOrUrl(at);
    }

    private static List<String> bbftp(Candidate candidate) {
        boolean pull = candidate.destination().isLocal();
        Location far = pull ? candidate.source() : candidate.destination();
        String from = candidate.source().path();
        String to = finalName(candidate).path();
        List<String> words =
                new ArrayList<>(List.of(Tool.BBFTP.command(), "-p", String.valueOf(Math.max(1, candidate.streams()))));
        if (far.user() != null) {
            words.addAll(List.of("-u", far.user()));
        }
        if (far.port() != 0) {
            words.addAll(List.of("-w", String.valueOf(far.port())));
        }
        words.addAll(List.of("-e", (pull ? "get " : "put ") + from + " " + to, far.host()));
        return words;
    }

    private static void port(List<String> words, String option, Location at) {
        if (at.port() != 0) {
            words.addAll(List.of(option, String.valueOf(at.port())));
        }
    }
}
