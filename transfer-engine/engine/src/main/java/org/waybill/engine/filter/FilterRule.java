package org.waybill.engine.filter;

import java.util.List;
import org.waybill.platform.VisibleText;

/** One rule of rsync's: what fits the pattern is copied, or is not. */
public final class FilterRule {
    static final int MOST_CHARACTERS = 4096;
    private static final int SHOWN_CHARACTERS = 60;

    private final boolean includes;
    private final String text;
    private final NamePattern pattern;

    /** What an option or a line of a file is when it does not say itself. */
    public enum Kind {
        INCLUDE("+ "),
        EXCLUDE("- "),
        /** It has to say. */
        RULE("");

        private final String before;

        Kind(String before) {
            this.before = before;
        }
    }

    private FilterRule(boolean includes, String text) throws BadFilterException {
        if (text.isEmpty()) {
            throw new BadFilterException("a filter rule needs a pattern: '- *.tmp' for example");
        }
        if (text.length() > MOST_CHARACTERS) {
            throw new BadFilterException(
                    "a pattern of " + text.length() + " characters: " + MOST_CHARACTERS + " are allowed");
        }
        if (text.indexOf('\0') >= 0) {
            throw new BadFilterException("the pattern " + shown(text)
                    + " has a NUL in it, which no name has: --from0 reads a file whose lines end in NUL");
        }
        this.includes = includes;
        this.text = text;
        this.pattern = NamePattern.of(text);
    }

    /** Adds what is on a line of a filter file, or behind an option; {@code !} forgets the rules before it. */
    public static void add(List<FilterRule> rules, String rule, Kind kind) throws BadFilterException {
        if (rule.equals("!") || kind == Kind.RULE && rule.equals("clear")) {
            rules.clear();
        } else {
            rules.add(parse(rule, kind));
        }
    }

    static FilterRule parse(String rule, Kind kind) throws BadFilterException {
        for (String sign : List.of("+ ", "- ", "include ", "exclude ")) {
            boolean isLong = sign.length() > 2;
            if (rule.startsWith(sign) && (!isLong || kind == Kind.RULE)) {
                return new FilterRule(sign.startsWith("+") || sign.startsWith("i"), rule.substring(sign.length()));
            }
        }
        if (kind == Kind.RULE) {
            throw new BadFilterException(
                    "invalid filter rule " + shown(rule) + ": expected '+ PATTERN' (include) or '- PATTERN' (exclude)");
        }
        return new FilterRule(kind == Kind.INCLUDE, rule);
    }

    boolean includes() {
        return includes;
    }

    boolean matches(String path, boolean directory) {
        return pattern.matches(path, directory);
    }

    /** As it is written; another one is equal if its text is. */
    @Override
    public String toString() {
        return (includes ? Kind.INCLUDE : Kind.EXCLUDE).before + text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilterRule rule && rule.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** On one line, quoted, not too long. */
    public static String shown(String text) {
        return "'" + VisibleText.of(text, SHOWN_CHARACTERS)
                + (text.codePointCount(0, text.length()) > SHOWN_CHARACTERS ? "...'" : "'");
    }
}
