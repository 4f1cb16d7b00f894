package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.ToolUrls;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** sftp, scp and rsync between this machine and another: under a temporary name, compared, then renamed. */
final class SshBody {
    private final ShellScript script;
    private final Candidate candidate;
    private final boolean directory;
    private final boolean push;
    private final Location far;
    private final String source;
    private final String target;
    private final String name;

    SshBody(ShellScript script, Candidate candidate, boolean directory) {
        this.script = script;
        this.candidate = candidate;
        this.directory = directory;
        this.push = candidate.source().isLocal();
        this.far = push ? candidate.destination() : candidate.source();
        this.source = push
                ? FileNames.explicit(candidate.source().path())
                : candidate.source().path();
        this.target = push
                ? candidate.destination().path()
                : FileNames.explicit(candidate.destination().path());
        this.name = FileNames.last(candidate.source().path());
    }

    void write() {
        ScriptWriter.need(script, candidate.tool());
        SshCommand.need(script);
        Checksums.need(script);
        if (candidate.tool() == Tool.RSYNC) {
            needSecludedArguments(script);
        }
        if (push) {
            String quoted = ShellWords.quote(source);
            script.line("[ -r " + quoted + " ] && [ " + (directory ? "-d " : "-f ") + quoted
                    + " ] || fail 3 'the source is not a readable " + (directory ? "directory'" : "file'"));
        }
        SshCommand.logIn(script, far);
        if (directory) {
            new SshTree(script, candidate, far).write();
            return;
        }
        choose();
        if (push) {
            push();
        } else {
            pull();
        }
    }

    /** macOS comes with an rsync that has no {@code -s}. */
    static void needSecludedArguments(ShellScript script) {
        script.line(
                "rsync -s --version >/dev/null 2>&1 || fail 7 'this script needs rsync 3.0 or newer, with option -s'");
    }

    /** Whether the destination is a directory is known only when the script runs; a missing one is made. */
    private void choose() {
        if (!push) {
            LocalBody.chooseLocal(script, target, name, this::names);
            return;
        }
        PartialNames inside = script.parts(FileNames.within(target, name));
        if (FileNames.saysDirectory(target)) {
            make(script, candidate, target);
            names(inside);
            return;
        }
        script.when(isRemoteDirectory());
        names(inside);
        script.orElse();
        make(script, candidate, FileNames.parent(target));
        names(script.parts(target));
        script.end();
    }

    /** Makes a directory at the remote host with all above it. If that fails, the copy reports why. */
    static void make(ShellScript script, Candidate candidate, String directory) {
        make(script, candidate.destination(), candidate.tool() == Tool.SFTP, directory);
    }

    /** @param bySftp and not by a shell, which the host may not have */
    static void make(ShellScript script, Location far, boolean bySftp, String directory) {
        String path = FileNames.withoutSlashes(directory);
        if (path.equals(".") || path.equals("/")) {
            return;
        }
        if (bySftp) {
            String sftp = " | " + sftp(far) + " >/dev/null 2>&1";
            script.line("printf '%s\\n' " + ShellWords.quote("cd " + SftpBatch.path(path)) + sftp
                    + " || printf '%s\\n' " + ShellWords.join(SftpBatch.make(path)) + sftp + " || :");
        } else {
            script.line(
                    SshCommand.run(far, "mkdir -p -- " + ShellWords.quote(path)) + " </dev/null >/dev/null 2>&1 || :");
        }
    }

    private String isRemoteDirectory() {
        return candidate.tool() == Tool.SFTP
                ? "printf '%s\\n' " + ShellWords.quote("cd " + SftpBatch.path(target)) + " | " + sftp(far)
                        + " >/dev/null 2>&1"
                : SshCommand.run(far, "test -d " + ShellWords.quote(SshCommand.changeable(target))) + " </dev/null";
    }

    /** The commands for one choice of names, as shell variables. */
    private void names(PartialNames parts) {
        boolean renames = candidate.tool() != Tool.RSYNC || RsyncPattern.isOne(FileNames.last(parts.whole()));
        if (!push) {
            script.set("fetch", "get -pa " + SftpBatch.path(source) + " " + SftpBatch.path(parts.part()));
            return;
        }
        script.set("check", Checksums.remote(renames ? parts.part() : parts.whole()));
        if (candidate.tool() == Tool.SFTP) {
            script.set("clear", "rm " + SftpBatch.path(parts.part()));
            script.set("store", "put -p " + SftpBatch.path(source) + " " + SftpBatch.path(parts.part()));
            script.set("publish", "rename " + SftpBatch.path(parts.part()) + " " + SftpBatch.path(parts.whole()));
            return;
        }
        String to = SshCommand.changeable(renames ? parts.part() : parts.whole());
        script.set(
                "publish",
                renames ? "whole=" + ShellWords.quote(parts.whole()) + "; " + SshCommand.publish(parts.part()) : "");
        if (candidate.tool() == Tool.SCP) {
            script.set("clear", "rm -f -- " + ShellWords.quote(parts.part()));
        } else {
            // what has arrived is kept, but never under the final name
            script.set("keep", renames ? "--partial" : "--partial-dir=" + FileNames.last(parts.part()));
            to = RsyncPattern.literal(to);
        }
        script.set("to", ToolUrls.hostPath(far, to));
    }

    static String sftp(Location far) {
        return sftp(far, "-q", "-b", "-");
    }

    static String sftp(Location far, String... options) {
        List<String> words = new ArrayList<>(List.of(Tool.SFTP.command()));
        words.addAll(List.of(options));
        if (far.port() != 0) {
            words.addAll(List.of("-P", String.valueOf(far.port())));
        }
        words.addAll(List.of("--", ToolUrls.login(far)));
        return ShellWords.join(words);
    }

    private String scp() {
        return "scp -s -q -p " + (far.port() == 0 ? "" : "-P " + far.port() + " ") + "-- ";
    }

    private String rsync() {
        // -L: a link that is named as the source is followed
        return "rsync -L -t -s " + (push ? "\"$keep\" " : "--partial ")
                + SshCommand.ofRsync(script, far).stream()
                        .map(word -> ShellWords.quote(word) + " ")
                        .collect(Collectors.joining())
                + "-- ";
    }

    private void push() {
        String quoted = ShellWords.quote(source);
        // what an earlier run has left may be read-only, as its source is
        switch (candidate.tool()) {
            case SFTP -> {
                script.line(ShellScript.feed("clear", sftp(far)) + " >/dev/null 2>&1 || :");
                script.line(ShellScript.feed("store", sftp(far)) + " >/dev/null");
            }
            case SCP -> {
                script.line(ShellScript.feed("clear", SshCommand.shell(far)));
                script.line(scp() + quoted + " \"$to\"");
            }
            default -> script.line(rsync() + quoted + " \"$to\"");
        }
        Checksums.compare(script, "hash_of < " + quoted, ShellScript.feed("check", SshCommand.shell(far)));
        switch (candidate.tool()) {
            case SFTP -> script.line(ShellScript.feed("publish", sftp(far)) + " >/dev/null");
            case SCP -> script.line(ShellScript.feed("publish", SshCommand.shell(far)));
            // where the name is no pattern, rsync has renamed it already
            default -> script.line("[ -z \"$publish\" ] || " + ShellScript.feed("publish", SshCommand.shell(far)));
        }
    }

    private void pull() {
        String path = SshCommand.changeable(source);
        switch (candidate.tool()) {
            case SFTP -> {
                VersionedPart.prepare(
                        script,
                        "printf '%s\\n' " + ShellWords.quote("ls -ln " + SftpBatch.path(source)) + " | " + sftp(far));
                script.line("chmod u+w \"$part\" 2>/dev/null || :");
                script.line(ShellScript.feed("fetch", sftp(far)) + " >/dev/null");
            }
            case SCP -> {
                script.line("rm -f -- \"$part\"");
                script.line(scp() + from(SftpBatch.escapeGlob(path)) + " \"$part\"");
            }
            default -> script.line(rsync() + from(RsyncPattern.literal(path)) + " \"$part\"");
        }
        Checksums.compare(
                script,
                Checksums.of(candidate.source()),
                "hash_of < \"$part\"",
                // what is resumed would differ again
                "rm -f -- \"$part\"; ");
        VersionedPart.publish(script);
    }

    private String from(String path) {
        return ShellWords.quote(ToolUrls.hostPath(far, path));
    }
}
