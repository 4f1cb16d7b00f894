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
        if (directory) {
            script.command(ToolCommands.move(candidate, true));
            return;
        }
        Location to = ToolCommands.finalName(candidate);
        PartialNames parts = script.parts(SshCommand.changeable(to.path()));
        Location part = ToolCommands.at(to, parts.part());
        script.command(ToolCommands.move(candidate.to(part), false));
        compare(script, hash(candidate.source()), hash(part));
        String whole = ShellWords.quote(parts.whole());
        // whether the destination is a directory is known only when the script runs
        script.line("printf '%s\\n' "
                + ShellWords.quote("whole=" + whole + "; [ ! -d \"$whole\" ] || whole="
                        + ShellWords.quote(FileNames.within(
                                parts.whole(), FileNames.last(candidate.source().path())))
                        + "; mv -f -- " + ShellWords.quote(parts.part()) + " \"$whole\"")
                + " | " + SshCommand.shell(to));
    }

    /** @param source prints a SHA-256 as sha256sum does of its standard input; so does {@code copy} */
    static void compare(ShellScript script, String source, String copy) {
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(" + source + ") || here=1");
        script.line("there=$(" + copy + ") || there=2");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the copy differs from the source, or a host has no "
                + "sha256sum; WAYBILL_VERIFY=none skips this check'");
        script.end();
    }

    /** A command that prints the SHA-256 of a file here or at a host that has SSH. */
    static String hash(Location file) {
        String here = SshCommand.hash(file.path());
        return file.isLocal() ? here : "printf '%s\\n' " + ShellWords.quote(here) + " | " + SshCommand.shell(file);
    }
}
