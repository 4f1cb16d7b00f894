package org.waybill.client.workflow.script;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Remote paths as rsync's other side reads them: a name with a wildcard is a pattern, at the source and at the
 * destination, and if nothing matches it is taken literally after all. Backslashes mean something in patterns only, and
 * releases of rsync differ in what a receiver makes of them, so none is written (decision 0043).
 */
final class RsyncPattern {
    /** Of ASCII's printable characters this matches the backslash alone. */
    private static final String BACKSLASH = "[!]-~ -[]";

    private RsyncPattern() {}

    static boolean isOne(String path) {
        return path.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /** What matches the path alone. What it names must exist: else rsync takes this for the name. */
    static String literal(String path) {
        return Arrays.stream(path.split("/", -1)).map(RsyncPattern::name).collect(Collectors.joining("/"));
    }

    private static String name(String name) {
        if (!isOne(name)) {
            return name;
        }
        StringBuilder pattern = new StringBuilder();
        for (char c : name.toCharArray()) {
            switch (c) {
                case '*', '?', '[' -> pattern.append('[').append(c).append(']');
                case '\\' -> pattern.append(BACKSLASH);
                default -> pattern.append(c);
            }
        }
        return pattern.toString();
    }
}
