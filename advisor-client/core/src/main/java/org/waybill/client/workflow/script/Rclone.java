package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;

/**
 * Commands of rclone(1) with remotes made on the spot ({@code :sftp,host=...:path}), so that no configuration of the
 * user's is read or written. Values of options stand between single quotes, which are doubled within.
 */
final class Rclone {
    private Rclone() {}

    static List<String> command(Candidate candidate, boolean directory) {
        List<String> words = new ArrayList<>(List.of("rclone", "--config", "/dev/null", directory ? "copy" : "copyto",
                "--checksum", "--"));
        words.add(remote(candidate.source()));
        words.add(remote(directory ? candidate.destination() : ToolCommands.finalName(candidate)));
        return words;
    }

    static String remote(Location at) {
        return switch (at.scheme()) {
            // a local path may hold colons: explicit paths are never taken for remotes
            case "file" -> FileNames.explicit(at.path());
            case "sftp", "scp" -> ":sftp,host=" + quote(at.host()) + user(at) + port(at, 22)
                    + ",known_hosts_file=" + quote("~/.ssh/known_hosts") + ",shell_type=unix:" + at.path();
            case "ftp" -> ":ftp,host=" + quote(at.host()) + user(at) + port(at, 21) + ":" + at.path();
            case "ftps" -> ":ftp,host=" + quote(at.host()) + user(at) + port(at, 990)
                    + (at.port() == 0 || at.port() == 990 ? ",tls=true" : ",explicit_tls=true") + ":" + at.path();
            case "http", "https" -> ":http,url=" + quote(base(at)) + ":" + at.path();
            case "dav", "davs" -> ":webdav,url=" + quote(base(at)) + ",vendor=other" + user(at) + ":" + at.path();
            default -> throw new IllegalArgumentException("rclone does not speak " + at.scheme());
        };
    }

    static String quote(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    private static String base(Location at) {
        return ToolUrls.absoluteUrl(new Location(at.scheme(), null, at.host(), at.port(), "/"),
                ToolCommands.curlScheme(at.scheme()), "/");
    }

    private static String user(Location at) {
        return at.user() == null ? "" : ",user=" + quote(at.user());
    }

    private static String port(Location at, int usual) {
        return at.port() == 0 || at.port() == usual ? "" : ",port=" + at.port();
    }
}
