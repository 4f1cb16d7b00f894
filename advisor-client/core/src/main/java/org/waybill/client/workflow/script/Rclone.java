package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.RcloneBackend;
import org.waybill.protocol.Tool;

/**
 * Commands of rclone(1) with remotes made on the spot ({@code :sftp,host=...:path}), so that no configuration of the
 * user's is read or written, unless an endpoint is a remote of it. Values of options are between single quotes, which are doubled within.
 */
final class Rclone {
    private Rclone() {}

    static List<String> command(Candidate candidate, boolean directory) {
        return words(directory ? "copy" : "copyto", directory, candidate.source(), ToolCommands.finalName(candidate));
    }

    /**
     * Not {@code --checksum}: without a common checksum rclone falls back to sizes, and leaves what has the same size.
     * It compares what checksums both endpoints have of what it copied in any case.
     */
    static List<String> words(String verb, boolean directory, Location from, Location to) {
        // a link is followed if it is the source, and not in a tree
        List<String> words = new ArrayList<>(program(from, to));
        words.addAll(List.of(verb, "--ignore-times"));
        words.addAll(directory ? List.of("--skip-links", "--create-empty-src-dirs") : List.of("--copy-links"));
        words.addAll(List.of("--", remote(from, directory), remote(to, directory)));
        return words;
    }

    /** With the user's configuration only where an endpoint is a remote of it. */
    static List<String> program(Location... ends) {
        boolean configured = Stream.of(ends).anyMatch(end -> end.is(Protocol.RCLONE));
        String command = Tool.RCLONE.command();
        return configured ? List.of(command) : List.of(command, "--config", "/dev/null");
    }

    /** @param directory whether links below are not followed */
    static String remote(Location at, boolean directory) {
        if (at.isLocal()) {
            // a local path may hold colons: explicit paths are never taken for remotes
            return FileNames.explicit(at.path());
        }
        Protocol protocol = Protocols.named(at.scheme()).orElseThrow();
        RcloneBackend backend = protocol.rclone();
        if (backend == null) {
            throw new IllegalArgumentException("rclone does not support " + at.scheme());
        }
        if (backend == RcloneBackend.CONFIGURED) {
            return at.host() + ":" + (at.path().equals(".") ? "" : at.path());
        }
        String options =
                switch (backend) {
                    case SFTP ->
                        host(at, protocol) + ",known_hosts_file=" + quote("~/.ssh/known_hosts") + ",shell_type=unix"
                                + (directory ? ",skip_links=true" : "");
                    case FTP -> host(at, protocol) + tls(at) + ",force_list_hidden=true";
                    case HTTP -> ",url=" + quote(base(at));
                    case WEBDAV -> ",url=" + quote(base(at)) + ",vendor=other" + user(at);
                    case S3 -> ",env_auth=true,no_check_bucket=true";
                    case CONFIGURED -> "";
                };
        return ":" + backend.name().toLowerCase(Locale.ROOT) + options + ":"
                + (backend == RcloneBackend.S3 ? at.host() : "") + at.path();
    }

    private static String tls(Location at) {
        return !at.is(Protocol.FTPS) ? "" : ToolCommands.isExplicitTls(at) ? ",explicit_tls=true" : ",tls=true";
    }

    private static String host(Location at, Protocol protocol) {
        boolean named = at.port() != 0 && at.port() != protocol.defaultPort();
        return ",host=" + quote(at.host()) + user(at) + (named ? ",port=" + at.port() : "");
    }

    static String quote(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    private static String base(Location at) {
        return ToolUrls.absoluteUrl(
                new Location(at.scheme(), null, at.host(), at.port(), "/"), ToolCommands.curlScheme(at.scheme()), "/");
    }

    private static String user(Location at) {
        return at.user() == null ? "" : ",user=" + quote(at.user());
    }
}
