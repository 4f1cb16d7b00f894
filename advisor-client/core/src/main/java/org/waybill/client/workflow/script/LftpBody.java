package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.protocol.Tool;

/** FTP by lftp, which keeps a temporary name until a file is whole; what was sent is read back and compared. */
record LftpBody(ShellScript script, Candidate candidate, boolean directory) {
    /** Of names as lines, lftp's commands that list each directory, below a line with its name. */
    private static final String LIST_EACH = "'/\\/$/ { s/[\\\\\"]/\\\\&/g; s/.*/echo \"in &\"; ls \"&\"/p; }'";

    /** Of a line as {@code ls -l} has it, the name behind eight other columns. */
    private static final String NAME_OTHER = "][-rwxsStT]+ / { kind = substr($0, 1, 1) == \"l\" ? \"symbolic link\" :"
            + " \"pipe, socket or device\"; for (i = 0; i < 8; i++) sub(/^[^ ]+ +/, \"\");"
            + " print at $0 \" (a \" kind \")\" }'";

    void write() {
        ScriptWriter.need(script, Tool.LFTP);
        boolean push = candidate.source().isLocal();
        if (!directory && candidate.destination().isLocal()) {
            fetch();
            return;
        }
        if (directory) {
            tree();
            return;
        }
        if (push) {
            Checksums.need(script);
        }
        script.command(List.of("lftp", "-c", LftpScript.commands(candidate, false)));
        if (!push) {
            return;
        }
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < "
                + ShellWords.quote(FileNames.explicit(candidate.source().path())) + ")");
        script.line(
                "there=$(" + ShellWords.join(List.of("lftp", "-c", LftpScript.readBack(candidate))) + " | hash_of)");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the data that the server returns differ from the source'");
        script.end();
    }

    private void tree() {
        OtherEntries others = new OtherEntries(script, candidate.source());
        if (candidate.source().isLocal()) {
            others.list();
            others.leaveOut();
            others.leaveOutControls("control characters in the name");
        } else {
            others.listNothing();
        }
        script.command(List.of("lftp", "-c", LftpScript.commands(candidate, true)));
        if (!candidate.source().isLocal()) {
            nameOthers();
        }
        others.end();
    }

    /**
     * lftp leaves out in silence what is no file, directory or link, and its own listings do not show it; those of the
     * server do, each of one directory.
     */
    private void nameOthers() {
        script.line("lftp -c " + ShellWords.quote(LftpScript.within(candidate) + "find .") + " > \"$lists/said\"");
        script.line("{ printf '%s\\n' " + ShellWords.quote(LftpScript.within(candidate)) + "; sed -n " + LIST_EACH
                + " \"$lists/said\"; } > \"$lists/ask\"");
        script.line("lftp -f \"$lists/ask\" > \"$lists/shown\"");
        // lftp makes the links here
        String kinds = candidate.destination().isLocal() ? "pscb" : "pscbl";
        OtherEntries.leaveOut(
                script,
                "LC_ALL=C awk '/^in .*\\/$/ { at = substr($0, 4); next } /^[" + kinds + NAME_OTHER
                        + " \"$lists/shown\"");
    }

    private void fetch() {
        String name = FileNames.last(candidate.source().path());
        LocalBody.chooseLocal(
                script,
                FileNames.explicit(candidate.destination().path()),
                name,
                parts -> script.set("fetch", LftpScript.fetch(candidate, parts.part())));
        VersionedPart.prepare(script, ShellWords.join(List.of("lftp", "-c", LftpScript.version(candidate))));
        script.line("lftp -c \"$fetch\"");
        VersionedPart.checkUnchanged(script);
        VersionedPart.publish(script);
    }
}
