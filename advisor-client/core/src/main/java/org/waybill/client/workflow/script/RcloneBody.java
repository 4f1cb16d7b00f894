package org.waybill.client.workflow.script;

import java.util.stream.Stream;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/**
 * rclone, to a temporary name in the same directory, which is renamed at the end: not all of its versions do so by
 * themselves. It compares what checksums both endpoints have; SHA-256 of a file is compared where both have SSH.
 */
record RcloneBody(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        ScriptWriter.need(script, Tool.RCLONE);
        if (comparable()) {
            logIn();
        }
        Location from = candidate.source();
        Location to = ToolCommands.finalName(candidate);
        if (from.is(Protocol.S3) || to.is(Protocol.S3)) {
            nameServer();
        }
        if (to.isLocal() && !directory) {
            LocalBody.chooseLocal(
                    script, FileNames.explicit(candidate.destination().path()), FileNames.last(from.path()));
            script.line(ShellWords.join(Rclone.program(from)) + " copyto --ignore-times -- "
                    + ShellWords.quote(Rclone.remote(from)) + " \"$part\"");
            compare("hash_of < \"$part\"");
            script.line("mv -f -- \"$part\" \"$whole\"");
            return;
        }
        Location part = ToolCommands.at(to, script.parts(to.path()).part());
        // sync: what an earlier run left there is not taken for part of this tree
        script.command(Rclone.words(directory ? "sync" : "copyto", from, part));
        compare(Checksums.of(part));
        script.command(Rclone.words(directory ? "move" : "moveto", part, to));
        if (directory) {
            script.line(ShellWords.join(Rclone.program(part)) + " rmdirs -- " + ShellWords.quote(Rclone.remote(part))
                    + " 2>/dev/null || :");
        }
    }

    /** rclone reads of AWS's variables only those of the keys, and of its files no endpoint; its own variables stay. */
    private void nameServer() {
        script.comment(
                "The bucket's server and region are those of RCLONE_S3_..., else AWS's variables; a profile's are not"
                        + " read.");
        script.line("RCLONE_S3_ENDPOINT=${RCLONE_S3_ENDPOINT-${AWS_ENDPOINT_URL_S3:-${AWS_ENDPOINT_URL:-}}}");
        script.line("RCLONE_S3_REGION=${RCLONE_S3_REGION-${AWS_REGION:-${AWS_DEFAULT_REGION:-us-east-1}}}");
        script.line("RCLONE_S3_PROVIDER=${RCLONE_S3_PROVIDER-${RCLONE_S3_ENDPOINT:+Other}}");
        script.line("RCLONE_S3_PROVIDER=${RCLONE_S3_PROVIDER:-AWS}");
        script.line("export RCLONE_S3_ENDPOINT RCLONE_S3_REGION RCLONE_S3_PROVIDER");
    }

    private void compare(String copy) {
        if (comparable()) {
            Checksums.compare(script, Checksums.of(candidate.source()), copy);
        }
    }

    private boolean comparable() {
        return !directory && ends().allMatch(end -> end.isLocal() || end.isServedBy(Protocol.SSH));
    }

    private Stream<Location> ends() {
        return Stream.of(candidate.source(), candidate.destination());
    }

    /** rclone may have a password that ssh has not, which compares. */
    private void logIn() {
        script.when("[ \"$verify\" = sha256 ]");
        Checksums.need(script);
        SshCommand.need(script);
        ends().filter(end -> !end.isLocal()).forEach(end -> SshCommand.logIn(script, end));
        script.end();
    }
}
