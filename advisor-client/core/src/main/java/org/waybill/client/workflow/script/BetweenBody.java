package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;

/** Between two other machines that both have SSH: this machine steers, and compares what the two say they have. */
final class BetweenBody {
    private final ShellScript script;
    private final Candidate candidate;
    private final boolean directory;

    BetweenBody(ShellScript script, Candidate candidate, boolean directory) {
        this.script = script;
        this.candidate = candidate;
        this.directory = directory;
    }

    void write(List<String> command) {
        ScriptWriter.need(script, "ssh", "Debian package openssh-client");
        script.command(command);
        if (directory || !ssh(candidate.source()) || !ssh(candidate.destination())) {
            return;
        }
        Location to = ToolCommands.finalName(candidate);
        script.set("source_hash", SshCommand.hash(candidate.source().path()));
        script.set("target_hash", SshCommand.hash(to.path()));
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(" + ShellScript.feed("source_hash", SshCommand.shell(candidate.source())) + ") || here=1");
        script.line("there=$(" + ShellScript.feed("target_hash", SshCommand.shell(to)) + ") || there=2");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the copy differs from the source, or an end makes no "
                + "checksums; with WAYBILL_VERIFY=none this is accepted'");
        script.end();
    }

    private static boolean ssh(Location end) {
        return end.isServedBy(Protocol.SSH);
    }
}
