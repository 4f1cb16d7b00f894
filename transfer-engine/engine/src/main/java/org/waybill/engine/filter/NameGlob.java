package org.waybill.engine.filter;

import java.util.Optional;

/** A name with wildcards, as a shell expands it: a leading dot must be written. */
public final class NameGlob {
    private final String text;
    private final Glob glob;

    private NameGlob(String text, Glob glob) {
        this.text = text;
        this.glob = glob;
    }

    /** Empty for what has no wildcard, or means nothing as a pattern: then it is a name. */
    public static Optional<NameGlob> of(String name) {
        if (name.chars().noneMatch(c -> c == '*' || c == '?' || c == '[')) {
            return Optional.empty();
        }
        try {
            return Optional.of(new NameGlob(name, Glob.of(name)));
        } catch (BadFilterException _) {
            return Optional.empty();
        }
    }

    public boolean matches(String name) {
        return (!name.startsWith(".") || text.startsWith(".")) && glob.matches(name);
    }
}
