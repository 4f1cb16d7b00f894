package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** A whole directory by sftp, scp or rsync; every file's SHA-256 is compared at the end. */
record SshTree(ShellScript script, Candidate candidate, Location far) {
    void write() {
        boolean push = candidate.source().isLocal();
        String to = ToolCommands.finalName(candidate).path();
        String target = push ? to : FileNames.explicit(to);
        String source = FileNames.withoutSlashes(
                push
                        ? FileNames.explicit(candidate.source().path())
                        : candidate.source().path());
        script.line("list=$(mktemp)");
        script.line("trap 'rm -f -- \"$list\"' EXIT");
        if (push) {
            SshBody.make(script, candidate, candidate.tool() == Tool.SCP ? FileNames.parent(target) : target);
            move(source, target);
            verify(
                    "(" + SshCommand.list(source) + ") > \"$list\"",
                    SshCommand.run(far, SshCommand.check(target)) + " < \"$list\"");
        } else {
            script.command(List.of("mkdir", "-p", "--", target));
            move(source, target);
            verify(
                    SshCommand.run(far, SshCommand.list(source)) + " > \"$list\" </dev/null",
                    "(" + SshCommand.check(target) + ") < \"$list\"");
        }
    }

    private void verify(String list, String check) {
        script.when("[ \"$verify\" = sha256 ]");
        script.line(list + " || fail 11 'copied, but not verified: a host has no sha256sum; "
                + "WAYBILL_VERIFY=none skips this check'");
        script.line("[ ! -s \"$list\" ] || " + check + " || fail 11 'the copy differs from the source'");
        script.end();
    }

    private void move(String source, String target) {
        boolean push = candidate.source().isLocal();
        switch (candidate.tool()) {
            case SFTP -> {
                script.set("batch", String.join("\n", SftpBatch.tree(candidate)));
                script.line(ShellScript.feed("batch", SshBody.sftp(far)) + " >/dev/null");
            }
            case SCP -> {
                List<String> scp = new ArrayList<>(List.of(Tool.SCP.command(), "-s", "-q", "-p", "-r"));
                port(scp, "-P");
                scp.add("--");
                scp.add(
                        push
                                ? source + "/."
                                : ToolUrls.hostPath(far, SftpBatch.escapeGlob(SshCommand.changeable(source)) + "/."));
                scp.add(push ? ToolUrls.hostPath(far, SshCommand.changeable(target)) : target);
                script.command(scp);
            }
            default -> {
                List<String> rsync = new ArrayList<>(List.of(
                        Tool.RSYNC.command(),
                        "-r",
                        "-t",
                        "-s",
                        "--partial-dir=" + FileNames.last(script.parts(target).part())));
                if (far.port() != 0) {
                    rsync.addAll(List.of("-e", "ssh -p " + far.port()));
                }
                rsync.add("--");
                rsync.add((push ? source : ToolUrls.hostPath(far, SshCommand.changeable(source))) + "/");
                rsync.add((push ? ToolUrls.hostPath(far, SshCommand.changeable(target)) : target) + "/");
                script.command(rsync);
            }
        }
    }

    private void port(List<String> words, String option) {
        if (far.port() != 0) {
            words.addAll(List.of(option, String.valueOf(far.port())));
        }
    }
}
