package org.waybill.client.workflow.script;

import java.util.List;
import java.util.function.Consumer;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.FileNames;

/** A copy on this machine. */
record LocalBody(ShellScript script, Candidate candidate, boolean directory) {
    void write() {
        ScriptWriter.need(script, "sha256sum", "Debian package coreutils");
        String source = FileNames.explicit(candidate.source().path());
        String target = FileNames.explicit(candidate.destination().path());
        if (directory) {
            tree(source, FileNames.explicit(ToolCommands.finalName(candidate).path()));
            return;
        }
        chooseLocal(script, target, FileNames.last(source));
        String quoted = ShellWords.quote(source);
        script.line("cp -p -- " + quoted + " \"$part\"");
        script.when("[ \"$verify\" = sha256 ]");
        script.line("here=$(hash_of < " + quoted + ")");
        script.line("there=$(hash_of < \"$part\")");
        script.line("[ \"$here\" = \"$there\" ] || fail 11 'the copy differs from the source'");
        script.end();
        script.line("mv -f -- \"$part\" \"$whole\"");
    }

    private void tree(String source, String target) {
        script.command(List.of("mkdir", "-p", "--", target));
        script.command(List.of("cp", "-Rp", "--", FileNames.withoutSlashes(source) + "/.", target));
        script.when("[ \"$verify\" = sha256 ]");
        script.line("list=$(mktemp)");
        script.line("trap 'rm -f -- \"$list\"' EXIT");
        script.line("(" + SshCommand.list(source) + ") > \"$list\"");
        script.line("[ ! -s \"$list\" ] || (" + SshCommand.check(target)
                + ") < \"$list\" || fail 11 'the copy differs from the source'");
        script.end();
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
            return;
        }
        script.when("[ -d " + ShellWords.quote(target) + " ]");
        set(script, inside, more);
        script.orElse();
        makeParent(script, target);
        set(script, script.parts(target), more);
        script.end();
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
