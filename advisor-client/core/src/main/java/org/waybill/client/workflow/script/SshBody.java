package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
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
        ScriptWriter.need(script, "sha256sum", "Debian package coreutils");
        if (push) {
            String quoted = ShellWords.quote(source);
            script.line("[ -r " + quoted + " ] && [ " + (directory ? "-d " : "-f ") + quoted
                    + " ] || fail 3 'the source is not a readable " + (directory ? "directory'" : "file'"));
        }
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
        Location far = candidate.destination();
        String path = FileNames.withoutSlashes(directory);
        if (path.equals(".") || path.equals("/")) {
            return;
        }
        if (candidate.tool() == Tool.SFTP) {
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
        String whole = candidate.tool() == Tool.RSYNC ? parts.whole() : parts.part();
        if (push) {
            script.set("check", SshCommand.hash(whole));
            switch (candidate.tool()) {
                case SFTP -> {
                    script.set("store", "put -p " + SftpBatch.path(source) + " " + SftpBatch.path(parts.part()));
                    script.set(
                            "publish", "rename " + SftpBatch.path(parts.part()) + " " + SftpBatch.path(parts.whole()));
                }
                case SCP -> {
                    script.set("to", ToolUrls.hostPath(far, SshCommand.changeable(parts.part())));
                    script.set(
                            "publish",
                            "mv -f -- " + ShellWords.quote(parts.part()) + " " + ShellWords.quote(parts.whole()));
                }
                default -> {
                    script.set("to", ToolUrls.hostPath(far, SshCommand.changeable(parts.whole())));
                    script.set("keep", FileNames.last(parts.part()));
                }
            }
        } else {
            script.set("fetch", "get -pa " + SftpBatch.path(source) + " " + SftpBatch.path(parts.part()));
        }
    }

    static String sftp(Location far) {
        List<String> words = new ArrayList<>(List.of(Tool.SFTP.command(), "-q", "-b", "-"));
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
        // what has arrived is kept, but never under the final name
        return "rsync -t -s " + (push ? "--partial-dir=\"$keep\" " : "--partial ")
                + (far.port() == 0 ? "" : "-e " + ShellWords.quote("ssh -p " + far.port()) + " ") + "-- ";
    }

    private void push() {
        String quoted = ShellWords.quote(source);
        switch (candidate.tool()) {
            case SFTP -> script.line(ShellScript.feed("store", sftp(far)) + " >/dev/null");
            case SCP -> script.line(scp() + quoted + " \"$to\"");
            default -> script.line(rsync() + quoted + " \"$to\"");
        }
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < " + quoted + ")");
        script.line("there=$(" + ShellScript.feed("check", SshCommand.shell(far)) + " | cut -c 1-64) || there=");
        script.line("[ -n \"$there\" ] || fail 11 'copied, but not verified: the remote host has no sha256sum; "
                + "WAYBILL_VERIFY=none skips this check'");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the copy differs from the source'");
        script.end();
        switch (candidate.tool()) {
            case SFTP -> script.line(ShellScript.feed("publish", sftp(far)) + " >/dev/null");
            case SCP -> script.line(ShellScript.feed("publish", SshCommand.shell(far)));
            default -> {
                // rsync has renamed it already
            }
        }
    }

    private void pull() {
        script.set("check", SshCommand.hash(source));
        String from = ShellWords.quote(ToolUrls.hostPath(
                far,
                candidate.tool() == Tool.SCP
                        ? SftpBatch.escapeGlob(SshCommand.changeable(source))
                        : SshCommand.changeable(source)));
        switch (candidate.tool()) {
            case SFTP -> {
                VersionedPart.prepare(
                        script,
                        "printf '%s\\n' " + ShellWords.quote("ls -ln " + SftpBatch.path(source)) + " | " + sftp(far));
                script.line(ShellScript.feed("fetch", sftp(far)) + " >/dev/null");
            }
            case SCP -> script.line(scp() + from + " \"$part\"");
            default -> script.line(rsync() + from + " \"$part\"");
        }
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < \"$part\")");
        script.line("there=$(" + ShellScript.feed("check", SshCommand.shell(far)) + " | cut -c 1-64) || there=");
        script.line("[ -n \"$there\" ] || fail 11 'downloaded, but not verified: the remote host has no sha256sum; "
                + "WAYBILL_VERIFY=none skips this check'");
        script.line("[ \"$here\" = \"$there\" ] || { rm -f -- \"$part\"; fail 11 'the copy differs from the source'; "
                + "}");
        script.end();
        VersionedPart.publish(script);
    }
}
