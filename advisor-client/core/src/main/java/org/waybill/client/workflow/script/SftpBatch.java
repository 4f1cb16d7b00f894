package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;

/**
 * The batch language of OpenSSH's sftp(1). A word is between double quotes, within which a backslash protects
 * quotes and itself, and nothing is taken for a pattern; a line cannot hold a line break.
 */
final class SftpBatch {
    private SftpBatch() {}

    static String quote(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A path that is taken literally where sftp expands patterns outside quotes, as scp does with a remote source. */
    static String escapeGlob(String path) {
        return path.replaceAll("[\\\\*?\\[\\]]", "\\\\$0");
    }

    /** A path that cannot be taken for an option. */
    private static String explicit(String path) {
        return path.startsWith("-") || path.startsWith("~") ? "./" + path : path;
    }

    static String path(String path) {
        return quote(explicit(path));
    }

    /** Makes a directory and all above it; those that exist already are not a failure. */
    static List<String> make(String directory) {
        List<String> lines = new ArrayList<>();
        for (int end = 0; end >= 0; ) {
            end = directory.indexOf('/', end + 1);
            lines.add("-mkdir " + path(end < 0 ? directory : directory.substring(0, end)));
        }
        return lines;
    }

    /** A file to its final name, or what a directory holds into the directory of its final name. */
    static List<String> lines(Candidate candidate, boolean directory) {
        boolean push = candidate.source().isLocal();
        String from = path(candidate.source().path());
        String to = path(ToolCommands.finalName(candidate).path());
        if (!directory) {
            return List.of((push ? "put -p " : "get -p ") + from + " " + to);
        }
        List<String> lines = new ArrayList<>(tree(candidate));
        if (push) {
            lines.addFirst("-mkdir " + to);
        }
        return lines;
    }

    /** What a directory holds into the directory of its final name, which exists. */
    static List<String> tree(Candidate candidate) {
        String from = path(candidate.source().path());
        String to = path(ToolCommands.finalName(candidate).path());
        return candidate.source().isLocal()
                ? List.of("lcd " + from, "cd " + to, "put -pR . .")
                : List.of("lcd " + to, "cd " + from, "get -pR . .");
    }
}
