package org.waybill.client.workflow.script;

import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** scp between two other machines: under a temporary name, compared by what the two say, then renamed. */
record RemoteToRemoteScript(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        ScriptWriter.need(script, Tool.SCP);
        SshCommand.need(script);
        SshCommand.logIn(script, candidate.source());
        SshCommand.logIn(script, candidate.destination());
        if (directory) {
            tree();
            return;
        }
        Location to = ToolCommands.finalName(candidate);
        PartialNames parts = script.parts(SshCommand.changeable(to.path()));
        Location part = ToolCommands.at(to, parts.part());
        // what an earlier run has left may be read-only, as its source is
        script.line("printf '%s\\n' " + ShellWords.quote("rm -f -- " + ShellWords.quote(parts.part())) + " | "
                + SshCommand.shell(to));
        script.command(ToolCommands.move(candidate.to(part), false));
        Checksums.compare(script, Checksums.of(candidate.source()), Checksums.of(part));
        // whether the destination is a directory is known only when the script runs
        script.line("printf '%s\\n' "
                + ShellWords.quote("whole=" + ShellWords.quote(parts.whole()) + "; [ ! -d \"$whole\" ] || whole="
                        + ShellWords.quote(FileNames.within(
                                parts.whole(), FileNames.last(candidate.source().path())))
                        + "; " + SshCommand.publish(parts.part()))
                + " | " + SshCommand.shell(to));
    }

    /** scp follows links, and no other tool copies between two hosts of SSH. */
    private void tree() {
        OtherEntries others = new OtherEntries(script, candidate.source());
        others.list();
        script.line(
                "! " + OtherEntries.haveLinks() + " || fail 12 'the source has symbolic links, which scp between two"
                        + " hosts would follow: use waybill copy'");
        others.clear(ToolCommands.finalName(candidate));
        script.command(ToolCommands.move(candidate, true));
        others.place(ToolCommands.finalName(candidate));
        others.end();
    }
}
