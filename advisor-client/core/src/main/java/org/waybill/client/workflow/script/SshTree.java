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
        if (push) {
            SshBody.make(script, candidate, candidate.tool() == Tool.SCP ? FileNames.parent(target) : target);
        } else {
            script.command(List.of("mkdir", "-p", "--", target));
        }
        move(source, target);
        Checksums.compareTrees(script, candidate.source(), ToolCommands.finalName(candidate));
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
                rsync.add((push ? source : remote(source)) + "/");
                rsync.add((push ? remote(target) : target) + "/");
                script.command(rsync);
            }
        }
    }

    /** For rsync. */
    private String remote(String path) {
        return ToolUrls.hostPath(far, RsyncPattern.literal(SshCommand.changeable(path)));
    }

    private void port(List<String> words, String option) {
        if (far.port() != 0) {
            words.addAll(List.of(option, String.valueOf(far.port())));
        }
    }
}
