package org.waybill.client.workflow.script;

import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** scp between two other machines: under a temporary name, compared by what the two say, then renamed. */
final class RemoteToRemoteScript {
    private final ShellScript script;
    private final Candidate candidate;
    private final boolean directory;

    RemoteToRemoteScript(ShellScript script, Candidate candidate, boolean directory) {
        this.script = script;
        this.candidate = candidate;
        this.directory = directory;
    }

    void write() {
        ScriptWriter.need(script, Tool.SCP);
        SshCommand.need(script);
        SshCommand.logIn(script, candidate.source());
        SshCommand.logIn(script, candidate.destination());
        if (directory) {
            script.command(ToolCommands.move(candidate, true));
            return;
        }
        Location to = ToolCommands.finalName(candidate);
        PartialNames parts = script.parts(SshCommand.changeable(to.path()));
        Location part = ToolCommands.at(to, parts.part());
        script.command(ToolCommands.move(candidate.to(part), false));
        Checksums.compare(script, Checksums.of(candidate.source()), Checksums.of(part));
        String whole = ShellWords.quote(parts.whole());
        // whether the destination is a directory is known only when the script runs
        script.line("printf '%s\\n' "
                + ShellWords.quote("whole=" + whole + "; [ ! -d \"$whole\" ] || whole="
                        + ShellWords.quote(FileNames.within(
                                parts.whole(), FileNames.last(candidate.source().path())))
                        + "; mv -f -- " + ShellWords.quote(parts.part()) + " \"$whole\"")
                + " | " + SshCommand.shell(to));
    }
}
