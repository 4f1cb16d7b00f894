package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** rclone, which compares what checksums both ends have; where one end is SSH, SHA-256 is compared as well. */
final class RcloneBody {
    private final ShellScript script;
    private final Candidate candidate;
    private final boolean directory;

    RcloneBody(ShellScript script, Candidate candidate, boolean directory) {
        this.script = script;
        this.candidate = candidate;
        this.directory = directory;
    }

    void write() {
        ScriptWriter.need(script, Tool.RCLONE);
        List<String> command = Rclone.command(candidate, directory);
        Location from = candidate.source();
        Location to = ToolCommands.finalName(candidate);
        if (candidate.throughHere() && ssh(from) && ssh(to)) {
            new BetweenBody(script, candidate, directory).write(command);
            return;
        }
        script.command(command);
        boolean comparable = !directory && ((from.isLocal() && ssh(to)) || (to.isLocal() && ssh(from)));
        if (comparable) {
            Location far = from.isLocal() ? to : from;
            String local = FileNames.explicit((from.isLocal() ? from : to).path());
            script.set("check", SshCommand.hash(far.path()));
            script.when("[ \"$verify\" = sha256 ]");
            script.line("here=$(hash_of < " + ShellWords.quote(local) + ")");
            script.line("there=$(" + ShellScript.feed("check", SshCommand.shell(far)) + " | cut -c 1-64) || there=");
            script.line("[ \"$here\" = \"$there\" ] || fail 11 'the copy differs from the source, or the far end makes "
                    + "no checksums; with WAYBILL_VERIFY=none this is accepted'");
            script.end();
        }
    }

    private static boolean ssh(Location end) {
        return end.isServedBy(Protocol.SSH);
    }
}
