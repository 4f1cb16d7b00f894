package org.waybill.client.workflow.script;

import java.util.List;
import org.waybill.engine.storage.TemporaryNames;

/** A POSIX shell script under construction: fixed text, and words that went through {@link ShellWords}. */
final class ShellScript {
    private final StringBuilder text = new StringBuilder();
    private final TemporaryNames names;
    private int depth;

    /** @param names of temporary files next to a target, keyed so that no one else can compute them */
    ShellScript(TemporaryNames names) {
        this.names = names;
    }

    /** What a file is called until it is whole. */
    PartialNames parts(String whole) {
        return PartialNames.of(whole, names);
    }

    /** Fixed text; text from outside must have been quoted. */
    ShellScript line(String fixed) {
        text.append("    ".repeat(depth)).append(fixed).append('\n');
        return this;
    }

    /** A comment, with line breaks and control characters removed. */
    ShellScript comment(String said) {
        return line("# " + org.waybill.client.endpoint.Shown.of(said));
    }

    ShellScript command(List<String> words) {
        return line(ShellWords.join(words));
    }

    /** {@code name='value'}. */
    ShellScript set(String name, String value) {
        return line(name + "=" + ShellWords.quote(value));
    }

    /** What follows up to {@link #orElse} or {@link #end} is done if the condition holds. */
    ShellScript when(String condition) {
        line("if " + condition + "; then");
        depth++;
        return this;
    }

    ShellScript orElse() {
        depth--;
        line("else");
        depth++;
        return this;
    }

    ShellScript end() {
        depth--;
        return line("fi");
    }

    /** A list piped into a command: {@code printf '%s\n' "$name" | command}. */
    static String feed(String variable, String command) {
        return "printf '%s\\n' \"$" + variable + "\" | " + command;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
