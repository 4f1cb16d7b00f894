package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** GridFTP by globus-url-copy; what is fetched keeps a temporary name until it is whole. */
record GlobusBody(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        ScriptWriter.need(script, Tool.GLOBUS_URL_COPY);
        Location to = candidate.destination();
        if (directory && candidate.source().isLocal()) {
            OtherEntries others = new OtherEntries(script, candidate.source());
            others.list();
            others.leaveOut();
            script.command(ToolCommands.move(candidate, true));
            others.end();
            return;
        }
        if (directory || !to.isLocal()) {
            script.command(ToolCommands.move(candidate, directory));
            return;
        }
        String target = LocalPaths.absolute(to.path());
        PartialNames inside = script.parts(
                FileNames.within(target, FileNames.last(candidate.source().path())));
        if (FileNames.saysDirectory(to.path())) {
            fetch(inside);
            return;
        }
        script.when("[ -d " + ShellWords.quote(target) + " ]");
        fetch(inside);
        script.orElse();
        fetch(script.parts(target));
        script.end();
    }

    private void fetch(PartialNames parts) {
        Candidate toPart = candidate.to(Location.local(parts.part()));
        script.command(ToolCommands.move(toPart, false));
        String whole = ShellWords.quote(parts.whole());
        script.line("[ ! -d " + whole + " ] || fail 2 'a directory has the name of the file: '" + whole);
        script.command(List.of("mv", "-f", "--", parts.part(), parts.whole()));
    }
}
