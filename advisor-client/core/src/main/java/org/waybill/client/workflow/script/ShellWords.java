package org.waybill.client.workflow.script;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The one encoder of words for a POSIX shell; no other code may put text into a command. What it writes is read back by
 * fish too, which may be the login shell at the remote host of SSH.
 */
public final class ShellWords {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-";

    private ShellWords() {}

    /**
     * The word as a shell reads it back unchanged: plain words as they are, others between single quotes (POSIX.1-2024,
     * XCU 2.2.2: everything but the quote itself is taken literally there). Backslashes mean something between fish's
     * quotes, and exclamation marks between csh's: these are outside, after a backslash.
     *
     * @throws IllegalArgumentException if it holds NUL, which no argument can
     */
    public static String quote(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word cannot contain NUL");
        }
        boolean plain = !word.isEmpty()
                && word.chars().allMatch(c -> PLAIN.indexOf(c) >= 0)
                // a leading = is expanded by zsh, name=value would be an assignment
                && word.indexOf('=') < 0;
        return plain ? word : "'" + word.replaceAll("['\\\\!]", "'\\\\$0'") + "'";
    }

    /** A command: every word quoted. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }
}
