package org.waybill.engine.mover.sshconfig;

import java.util.List;
import java.util.Locale;

/** Patterns of ssh_config(5), PATTERNS: {@code *}, {@code ?}, and {@code !} before one that must not match. */
final class NamePattern {
    private NamePattern() {}

    /** Whether one matches, and none that is negated does. Case does not matter: hosts have none. */
    static boolean anyOf(List<String> patterns, String name) {
        boolean matched = false;
        for (String pattern : patterns) {
            boolean negated = pattern.startsWith("!");
            if (matches(negated ? pattern.substring(1) : pattern, name)) {
                if (negated) {
                    return false;
                }
                matched = true;
            }
        }
        return matched;
    }

    /** Without backtracking into earlier stars, so that no pattern takes long. */
    private static boolean matches(String pattern, String name) {
        String wanted = pattern.toLowerCase(Locale.ROOT);
        String text = name.toLowerCase(Locale.ROOT);
        int p = 0;
        int star = -1;
        int retry = 0;
        int t = 0;
        while (t < text.length()) {
            if (p < wanted.length() && wanted.charAt(p) == '*') {
                star = p++;
                retry = t;
            } else if (p < wanted.length() && (wanted.charAt(p) == '?' || wanted.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++retry;
            } else {
                return false;
            }
        }
        return wanted.substring(p).chars().allMatch(c -> c == '*');
    }
}
