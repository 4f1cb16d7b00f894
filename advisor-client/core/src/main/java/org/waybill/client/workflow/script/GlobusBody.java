package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.engine.Location;
import org.waybill.protocol.Tool;

/** GridFTP by globus-url-copy; what is fetched keeps a temporary name until it is whole. */
record GlobusBody(ShellScript script, Candidate candidate, boolean directory) {
    /** Pairs of URLs, of names as bytes in hexadecimal digits, with a zero byte behind each, that begin with a dot and a slash. */
    private static final String URLS = "{ for (i = 1; i <= NF; i++) if ($i == \"00\") { s = substr(s, 5); "
            + "print from s, to s; s = \"\" } else s = s ($i == \"2f\" ? \"/\" : \"%\" $i) }";

    void write() {
        ScriptWriter.need(script, Tool.GLOBUS_URL_COPY);
        Location to = candidate.destination();
        if (directory && candidate.source().isLocal()) {
            sendTree();
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

    /** globus-url-copy follows links and waits at pipes: where there are some, it gets a list of the files. */
    private void sendTree() {
        OtherEntries others = new OtherEntries(script, candidate.source());
        others.list();
        List<String> whole = ToolCommands.move(candidate, true);
        script.when(OtherEntries.areSome());
        others.leaveOut();
        others.leaveOutEmptyDirectories();
        List<String> words = new ArrayList<>(whole.subList(0, whole.size() - 2));
        words.remove("-r");
        script.line(Checksums.within(candidate.source(), "find . -type f -print0", "/dev/null")
                + " | od -An -v -tx1 | awk "
                + ShellWords.join(List.of("-v", "from=" + whole.get(whole.size() - 2), "-v", "to=" + whole.getLast()))
                + " '" + URLS + "' > \"$lists/urls\"");
        script.line("[ ! -s \"$lists/urls\" ] || " + ShellWords.join(words) + " -f \"$lists/urls\"");
        script.orElse();
        script.command(whole);
        script.end();
        others.end();
    }

    private void fetch(PartialNames parts) {
        Candidate toPart = candidate.to(Location.local(parts.part()));
        script.command(ToolCommands.move(toPart, false));
        String whole = ShellWords.quote(parts.whole());
        script.line("[ ! -d " + whole + " ] || fail 2 'a directory has the name of the file: '" + whole);
        script.command(List.of("mv", "-f", "--", parts.part(), parts.whole()));
    }
}
