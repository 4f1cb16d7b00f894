package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;

/**
 * The batch language of OpenSSH's sftp(1). A word stands between double quotes, within which a backslash protects
 * quotes and itself, and nothing is taken for a pattern; a line cannot hold a line break.
 */
final class SftpBatch {
    private SftpBatch() {}

    static String quote(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A path that stands for itself where sftp expands patterns outside quotes, as scp does with a remote source. */
    static String escapeGlob(String path) {
        return path.replaceAll("[\\\\*?\\[\\]]", "\\\\$0");
    }

    /** A path that is no option. */
    private static String explicit(String path) {
        return path.startsWith("-") || path.startsWith("~") ? "./" + path : path;
    }

    static String path(String path) {
        return quote(explicit(path));
    }

    /** A file to its final name, or what a directory holds into the directory of its final name. */
    static List<String> lines(Candidate candidate, boolean directory) {
        boolean push = candidate.source().isLocal();
        String from = path(candidate.source().path());
        String to = path(ToolCommands.finalName(candidate).path());
        if (!directory) {
            return List.of((push ? "put -p " : "get -p ") + from + " " + to);
        }
        return push
                ? List.of("-mkdir " + to, "lcd " + from, "cd " + to, "put -pR . .")
                : List.of("lcd " + to, "cd " + from, "get -pR . .");
    }
}
