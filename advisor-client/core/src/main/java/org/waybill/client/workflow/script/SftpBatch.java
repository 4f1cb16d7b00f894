package org.waybill.client.workflow.script;

import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;

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

    static String move(Candidate candidate, boolean directory) {
        Location to = candidate.destination();
        Location target = directory ? to : ToolCommands.finalName(candidate);
        String verb = candidate.source().isLocal() ? "put" : "get";
        return verb + (directory ? " -pR " : " -p ") + path(candidate.source().path()) + " " + path(target.path());
    }
}
