package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.protocol.Tool;

/** FTP by lftp, which keeps a temporary name until a file is whole; what was sent is read back and compared. */
record LftpBody(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        ScriptWriter.need(script, Tool.LFTP);
        boolean push = candidate.source().isLocal();
        if (!directory && candidate.destination().isLocal()) {
            fetch();
            return;
        }
        boolean compares = push && !directory;
        if (compares) {
            Checksums.need(script);
        }
        script.command(List.of("lftp", "-c", LftpScript.commands(candidate, directory)));
        if (!compares) {
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
