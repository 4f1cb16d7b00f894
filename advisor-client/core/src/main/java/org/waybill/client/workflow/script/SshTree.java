package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** A whole directory by sftp, scp or rsync; every file's SHA-256 is compared at the end, and links are made. */
record SshTree(ShellScript script, Candidate candidate, Location far) {
    void write() {
        boolean push = candidate.source().isLocal();
        Location copy = ToolCommands.finalName(candidate);
        String target = push ? copy.path() : FileNames.explicit(copy.path());
        String source = FileNames.withoutSlashes(
                push
                        ? FileNames.explicit(candidate.source().path())
                        : candidate.source().path());
        OtherEntries others = new OtherEntries(script, candidate.source());
        others.list();
        if (candidate.tool() != Tool.RSYNC) {
            others.clear(copy);
        }
        if (push) {
            SshBody.make(script, candidate, candidate.tool() == Tool.SCP ? FileNames.parent(target) : target);
        } else {
            script.command(List.of("mkdir", "-p", "--", target));
        }
        move(source, target);
        Checksums.compareTrees(script, candidate.source(), copy);
        others.place(copy);
        others.end();
    }

    private void move(String source, String target) {
        switch (candidate.tool()) {
            case SFTP -> sftp();
            case SCP -> {
                script.when(OtherEntries.areSome());
                script.comment("scp would follow the links");
                insteadOfScp(target);
                script.orElse();
                scp(source, target);
                script.end();
            }
            default -> rsync(source, target);
        }
    }

    /** sftp leaves out all that is no file, in silence; without {@code -q} it says what, where nothing else does. */
    private void sftp() {
        script.set("batch", String.join("\n", SftpBatch.tree(candidate)));
        String quiet = ShellScript.feed("batch", SshBody.sftp(far)) + " >/dev/null";
        if (candidate.source().isLocal()) {
            script.line(quiet);
            return;
        }
        script.when(OtherEntries.areUnknown());
        script.line(ShellScript.feed("batch", SshBody.sftp(far, "-b", "-"))
                + " >/dev/null 2> \"$lists/said\" || { status=$?; cat \"$lists/said\" >&2; exit \"$status\"; }");
        OtherEntries.leaveOut(script, "grep 'not a regular file\\|non-regular' \"$lists/said\" | tr -d '\\r' || :");
        script.orElse();
        script.line(quiet);
        script.end();
    }

    private void insteadOfScp(String target) {
        if (ToolNames.hasLineBreak(candidate.source()) || ToolNames.hasLineBreak(candidate.destination())) {
            script.line("fail 2 'scp follows symbolic links, and sftp does not support names with a line break:"
                    + " use rsync or waybill copy'");
            return;
        }
        ScriptWriter.need(script, Tool.SFTP);
        if (candidate.source().isLocal()) {
            SshBody.make(script, far, true, target);
        }
        sftp();
    }

    private void scp(String source, String target) {
        boolean push = candidate.source().isLocal();
        List<String> scp = new ArrayList<>(List.of(Tool.SCP.command(), "-s", "-q", "-p", "-r"));
        if (far.port() != 0) {
            scp.addAll(List.of("-P", String.valueOf(far.port())));
        }
        scp.add("--");
        scp.add(
                push
                        ? source + "/."
                        : ToolUrls.hostPath(far, SftpBatch.escapeGlob(SshCommand.changeable(source)) + "/."));
        scp.add(push ? ToolUrls.hostPath(far, SshCommand.changeable(target)) : target);
        script.command(scp);
    }

    private void rsync(String source, String target) {
        boolean push = candidate.source().isLocal();
        List<String> rsync = new ArrayList<>(List.of(
                Tool.RSYNC.command(),
                "-r",
                "-l",
                "-t",
                "-s",
                "--partial-dir=" + FileNames.last(script.parts(target).part())));
        rsync.addAll(SshCommand.ofRsync(script, far));
        rsync.add("--");
        rsync.add((push ? source : remote(source)) + "/");
        rsync.add((push ? remote(target) : target) + "/");
        // it names on its output what is no file, which comes at the end
        script.line(ShellWords.join(rsync) + " >/dev/null");
    }

    /** For rsync. */
    private String remote(String path) {
        return ToolUrls.hostPath(far, RsyncPattern.literal(SshCommand.changeable(path)));
    }
}
