package org.waybill.client.workflow.script;

import java.util.stream.Stream;
import org.waybill.client.endpoint.EndpointFormat;
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
        nameKey();
        if (haveShells()) {
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
            script.line(ShellWords.join(Rclone.program(from)) + " copyto --ignore-times --copy-links -- "
                    + ShellWords.quote(Rclone.remote(from, false))
                    + " \"$part\"");
            compare("hash_of < \"$part\"");
            script.line("mv -f -- \"$part\" \"$whole\"");
            return;
        }
        Location part = ToolCommands.at(to, script.parts(to.path()).part());
        if (directory) {
            tree(from, part, to);
            return;
        }
        script.command(Rclone.words("copyto", false, from, part));
        compare(Checksums.of(part));
        script.command(Rclone.words("moveto", false, part, to));
    }

    private void tree(Location from, Location part, Location to) {
        OtherEntries others = new OtherEntries(script, from);
        boolean listed = hasShell(from);
        if (listed) {
            others.list();
        } else {
            others.listNothing();
        }
        boolean keeps = listed && hasShell(to);
        if (keeps) {
            others.clear(to);
        }
        // sync: what an earlier run left there is not taken for part of this tree
        script.command(Rclone.words("sync", true, from, part));
        script.command(Rclone.words("move", true, part, to));
        script.line(ShellWords.join(Rclone.program(part)) + " rmdirs -- " + ShellWords.quote(Rclone.remote(part, true))
                + " 2>/dev/null || :");
        if (keeps) {
            others.place(to);
        } else if (listed) {
            others.leaveOut();
        }
        if (listed && !to.isLocal() && !to.is(Protocol.S3)) {
            others.leaveOutNames("[\\001-\\037\\177]", "rclone replaces the control characters in the name");
        }
        if (listed && from.isLocal() != to.isLocal() && !to.is(Protocol.S3)) {
            others.leaveOutNames("\\342\\220[\\201-\\237\\241]", "rclone changes the control pictures in the name");
        }
        // from here it fails at these
        if (listed && !from.isLocal() && to.isLocal()) {
            others.leaveOutNames("\\342\\200\\233", "rclone changes U+201B in the name");
        }
        if (listed && to.is(Protocol.S3)) {
            others.leaveOutEmptyDirectories();
        }
        if (listed && !from.isLocal()) {
            OtherEntries.leaveOut(
                    script,
                    "! " + OtherEntries.areUnknown() + " || echo 'all that is no file: ssh cannot list the source'");
        }
        others.end();
    }

    private static boolean hasShell(Location end) {
        return end.isLocal() || end.isServedBy(Protocol.SSH);
    }

    /**
     * rclone reads no file of ssh's configuration. Without an agent it takes the key that ssh would offer first, if that
     * is the same for both ends.
     */
    private void nameKey() {
        if (ends().noneMatch(end -> end.isServedBy(Protocol.SSH))) {
            return;
        }
        SshCommand.need(script);
        ends().filter(end -> end.isServedBy(Protocol.SSH)).distinct().forEach(end -> {
            script.line("other=$(" + SshCommand.configured(end) + ")");
            script.line("[ -z \"$other\" ] || fail 2 "
                    + ShellWords.quote("rclone does not read the ssh config, which has for "
                            + EndpointFormat.bracketed(end.host()) + ": ")
                    + "\"$other; use sftp, scp or rsync\"");
        });
        String identity = script.identity();
        if (identity != null) {
            script.set("RCLONE_SFTP_KEY_FILE", identity);
        } else {
            script.when("[ -z \"${RCLONE_SFTP_KEY_FILE:-}\" ] && ! ssh-add -l >/dev/null 2>&1");
            script.line("RCLONE_SFTP_KEY_FILE=");
            ends().filter(end -> end.isServedBy(Protocol.SSH)).distinct().forEach(end -> {
                script.line("key=$(" + SshCommand.firstKey(end) + ")");
                script.line(
                        "[ \"${RCLONE_SFTP_KEY_FILE:-$key}\" = \"$key\" ] || fail 6 'the two hosts have different keys:"
                                + " rclone needs an agent that has both'");
                script.line("RCLONE_SFTP_KEY_FILE=$key");
            });
            script.end();
        }
        script.line("export RCLONE_SFTP_KEY_FILE");
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
        return !directory && haveShells();
    }

    /** Whether files can be compared, and links made. */
    private boolean haveShells() {
        return ends().allMatch(RcloneBody::hasShell);
    }

    private Stream<Location> ends() {
        return Stream.of(candidate.source(), candidate.destination());
    }

    /** rclone may have a password that ssh has not, which compares and makes links. */
    private void logIn() {
        script.when("[ \"$verify\" = sha256 ]");
        Checksums.need(script);
        SshCommand.need(script);
        ends().filter(end -> !end.isLocal()).forEach(end -> SshCommand.logIn(script, end));
        script.end();
    }
}
