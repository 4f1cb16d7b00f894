package org.waybill.client.workflow.script;

import java.util.List;
import java.util.function.Consumer;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.engine.Location;

/** A copy on this machine. */
record LocalBody(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        Checksums.need(script);
        String source = FileNames.explicit(candidate.source().path());
        String target = FileNames.explicit(candidate.destination().path());
        if (directory) {
            tree(source, FileNames.explicit(ToolCommands.finalName(candidate).path()));
            return;
        }
        chooseLocal(script, target, FileNames.last(source));
        String quoted = ShellWords.quote(source);
        // -f: what is there may be read-only, as its source is
        script.line("cp -fp -- " + quoted + " \"$part\"");
        Checksums.compare(script, "hash_of < " + quoted, "hash_of < \"$part\"");
        script.line("mv -f -- \"$part\" \"$whole\"");
    }

    private void tree(String source, String target) {
        Location copy = Location.local(target);
        OtherEntries others = new OtherEntries(script, candidate.source());
        others.list();
        others.clear(copy);
        script.command(List.of("mkdir", "-p", "--", target));
        script.command(List.of("cp", "-RPfp", "--", FileNames.withoutSlashes(source) + "/.", target));
        Checksums.compareTrees(script, candidate.source(), copy);
        others.place(copy);
        others.end();
    }

    /** Sets {@code part} and {@code whole}. */
    static void chooseLocal(ShellScript script, String target, String name) {
        chooseLocal(script, target, name, parts -> {});
    }

    /**
     * Sets {@code part} and {@code whole}, and makes the directory if it is missing: whether the target is a directory is
     * known only when the script runs.
     *
     * @param more what else differs between the two choices
     */
    static void chooseLocal(ShellScript script, String target, String name, Consumer<PartialNames> more) {
        PartialNames inside = script.parts(FileNames.within(target, name));
        if (FileNames.saysDirectory(target)) {
            script.command(List.of("mkdir", "-p", "--", target));
            set(script, inside, more);
            refuseDirectory(script);
            return;
        }
        script.when("[ -d " + ShellWords.quote(target) + " ]");
        set(script, inside, more);
        script.orElse();
        makeParent(script, target);
        set(script, script.parts(target), more);
        script.end();
        refuseDirectory(script);
    }

    /** {@code mv} would put the file into it. */
    private static void refuseDirectory(ShellScript script) {
        script.line("[ ! -d \"$whole\" ] || fail 2 \"a directory has the name of the file: $whole\"");
    }

    private static void set(ShellScript script, PartialNames parts, Consumer<PartialNames> more) {
        script.set("part", parts.part()).set("whole", parts.whole());
        more.accept(parts);
    }

    /** The local directory of a file, with all above it. */
    static void makeParent(ShellScript script, String file) {
        script.command(List.of("mkdir", "-p", "--", FileNames.parent(file)));
    }
}
