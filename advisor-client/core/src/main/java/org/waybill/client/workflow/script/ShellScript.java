package org.waybill.client.workflow.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.TemporaryNames;

/** A POSIX shell script under construction: fixed text, and words that went through {@link ShellWords}. */
final class ShellScript {
    private static final int LEFT_OUT = Reason.LEFT_OUT.exitCode();

    private final StringBuilder text = new StringBuilder();
    private final TemporaryNames names;
    private final @Nullable String identity;
    /** What each shell does at its end, the innermost first; of one shell the newest first. */
    private final Deque<Deque<String>> ends = new ArrayDeque<>();

    private int depth;

    ShellScript(TemporaryNames names) {
        this(names, null);
    }

    /**
     * An empty script.
     *
     * @param names of temporary files next to a target, keyed so that no one else can compute them
     * @param identity an absolute path of a private key for SSH; null for what ssh finds itself
     */
    ShellScript(TemporaryNames names, @Nullable String identity) {
        this.names = names;
        this.identity = identity;
        ends.push(new ArrayDeque<>());
    }

    /** The private key that the user named. */
    @Nullable
    String identity() {
        return identity;
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

    /** What follows up to {@link #endApart} is done by a shell of its own: what it sets, traps and execs ends with it. */
    ShellScript apart() {
        ends.push(new ArrayDeque<>());
        // what was left out in there is no failure that ends the script
        return line("set +e").line("(").line("set -e");
    }

    /** A failure in there ends the script; entries that were left out are its exit code at {@link #endOfParts}. */
    ShellScript endApart() {
        ends.pop();
        line(")");
        return line("status=$?")
                .line("set -e")
                .line("case $status in 0) ;; " + LEFT_OUT + ") left=" + LEFT_OUT + " ;; *) exit \"$status\" ;; esac");
    }

    /** Before what is done {@link #apart}. */
    ShellScript beginParts() {
        return line("left=0");
    }

    /** After all that was done {@link #apart}. */
    ShellScript endOfParts() {
        return line("exit \"$left\"");
    }

    /**
     * Does this too when this shell ends, however it ends: dash and BusyBox know of no end by a signal but in a trap of
     * that signal. Meanwhile it takes no other signal.
     */
    ShellScript atExit(String fixed) {
        Deque<String> all = ends.getFirst();
        boolean first = all.isEmpty();
        // with set -e a failure would be the end here too, and the script's exit code
        all.push(fixed + " || :");
        line("trap " + ShellWords.quote("trap \"\" HUP INT TERM; " + String.join("; ", all)) + " EXIT");
        return first ? line("trap 'exit 129' HUP; trap 'exit 130' INT; trap 'exit 143' TERM") : this;
    }

    /**
     * Two runs at once would write one temporary file. The lock is on this machine, is the same in every script of one
     * home, and is void once its process is gone: no process has its number, or another one that was started at
     * another time, as after a reboot. In a container all runs may have one number.
     *
     * @param target what both would write
     */
    ShellScript lock(String target) {
        set("lock", "/tmp/" + names.lock(target));
        // in clock ticks since the start of Linux; elsewhere by ps, as a date; empty where neither tells it
        line("since() { if [ -r \"/proc/$1/stat\" ]; then"
                + " sed -n 's/^.*) \\([^ ]* \\)\\{19\\}\\([^ ]*\\).*/\\2/p' \"/proc/$1/stat\";"
                + " else TZ=UTC0 LC_ALL=C ps -o lstart= -p \"$1\"; fi 2>/dev/null || :; }");
        line("mine=\"process $$ since $(since $$)\"");
        when("! ln -s \"$mine\" \"$lock\" 2>/dev/null");
        line("other=$(readlink \"$lock\" 2>/dev/null) || other=none");
        line("pid=${other#process }; pid=${pid%% *}");
        line("[ \"$pid\" = $$ ] || ! kill -0 \"$pid\" 2>/dev/null || "
                + "[ \"${other#* since }\" != \"$(since \"$pid\")\" ] || "
                + "fail 14 \"another run is writing the destination: process $pid (by $lock)\"");
        line("rm -f -- \"$lock\" 2>/dev/null && ln -s \"$mine\" \"$lock\" 2>/dev/null || :");
        end();
        return atExit("rm -f -- \"$lock\" 2>/dev/null");
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
