package org.waybill.engine.filter;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The wildcards of rsync's patterns: {@code *} and {@code ?} stop at a slash, {@code **} does not, {@code [a-z]} and
 * {@code [[:digit:]]} are sets, a backslash takes the next character as it is. Matching walks through all
 * possibilities at once, so that no pattern of a stranger takes longer than its length times the name's.
 */
final class Glob {
    private static final Map<String, IntPredicate> CLASSES = Map.ofEntries(
            Map.entry("alnum", c -> isLetter(c) || isDigit(c)),
            Map.entry("alpha", Glob::isLetter),
            Map.entry("blank", c -> c == ' ' || c == '\t'),
            Map.entry("cntrl", c -> c < 32 || c == 127),
            Map.entry("digit", Glob::isDigit),
            Map.entry("graph", c -> c > 32 && c < 127),
            Map.entry("lower", c -> c >= 'a' && c <= 'z'),
            Map.entry("print", c -> c >= 32 && c < 127),
            Map.entry("punct", c -> c > 32 && c < 127 && !isLetter(c) && !isDigit(c)),
            Map.entry("space", c -> c == ' ' || c >= 9 && c <= 13),
            Map.entry("upper", c -> c >= 'A' && c <= 'Z'),
            Map.entry("xdigit", c -> isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'));

    private final List<Part> parts = new ArrayList<>();
    private final int[] text;
    private int at;

    /**
     * One character of a kind, or with {@code repeats} none or any number of them.
     *
     * @param fits the characters
     */
    private record Part(IntPredicate fits, boolean repeats) {}

    private Glob(String pattern) {
        text = pattern.codePoints().toArray();
    }

    static Glob of(String pattern) throws BadFilterException {
        Glob glob = new Glob(pattern);
        while (glob.at < glob.text.length) {
            glob.parts.add(glob.next(pattern));
        }
        return glob;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(int c) {
        int small = c | 32;
        return small >= 'a' && small <= 'z';
    }

    private Part next(String pattern) throws BadFilterException {
        int c = text[at++];
        switch (c) {
            case '*' -> {
                int first = at;
                while (at < text.length && text[at] == '*') {
                    at++;
                }
                return new Part(at > first ? _ -> true : one -> one != '/', true);
            }
            case '?' -> {
                return new Part(one -> one != '/', false);
            }
            case '[' -> {
                IntPredicate set = set(pattern);
                return new Part(one -> one != '/' && set.test(one), false);
            }
            case '\\' -> {
                int literal = take(pattern, "ends in a backslash");
                return new Part(one -> one == literal, false);
            }
            default -> {
                return new Part(one -> one == c, false);
            }
        }
    }

    private int take(String pattern, String otherwise) throws BadFilterException {
        if (at >= text.length) {
            throw new BadFilterException("the pattern " + FilterRule.shown(pattern) + " " + otherwise);
        }
        return text[at++];
    }

    private IntPredicate set(String pattern) throws BadFilterException {
        String open = "has a [ without its ]; write \\[ for the character";
        int c = take(pattern, open);
        boolean inverted = c == '!' || c == '^';
        if (inverted) {
            c = take(pattern, open);
        }
        IntPredicate all = _ -> false;
        int previous = 0;
        do {
            if (c == '-' && previous != 0 && at < text.length && text[at] != ']') {
                int first = previous;
                int last = escaped(take(pattern, open), pattern, open);
                all = all.or(one -> one >= first && one <= last);
                previous = 0;
            } else if (c == '[' && at < text.length && text[at] == ':' && classEnd() >= 0) {
                all = all.or(named(pattern));
                previous = 0;
            } else {
                int literal = escaped(c, pattern, open);
                all = all.or(one -> one == literal);
                previous = literal;
            }
            c = take(pattern, open);
        } while (c != ']');
        IntPredicate set = all;
        return inverted ? one -> !set.test(one) : set;
    }

    private int escaped(int c, String pattern, String open) throws BadFilterException {
        return c == '\\' ? take(pattern, open) : c;
    }

    /** Where the first bracket from here on is, if a colon is before it. */
    private int classEnd() {
        for (int i = at + 1; i < text.length; i++) {
            if (text[i] == ']') {
                return i > at + 1 && text[i - 1] == ':' ? i : -1;
            }
        }
        return -1;
    }

    private IntPredicate named(String pattern) throws BadFilterException {
        int end = classEnd();
        String name = new String(text, at + 1, Math.max(0, end - 1 - (at + 1)));
        IntPredicate known = CLASSES.get(name);
        if (known == null) {
            throw new BadFilterException("the pattern " + FilterRule.shown(pattern) + " has [:" + name
                    + ":], which is not a character class");
        }
        at = end + 1;
        return known;
    }

    /** Whether the whole of a text fits. */
    boolean matches(String name) {
        BitSet now = new BitSet();
        reach(now, 0);
        for (int i = 0; i < name.length() && !now.isEmpty(); ) {
            int c = name.codePointAt(i);
            i += Character.charCount(c);
            BitSet then = new BitSet();
            for (int state = now.nextSetBit(0); state >= 0 && state < parts.size(); state = now.nextSetBit(state + 1)) {
                Part part = parts.get(state);
                if (part.fits.test(c)) {
                    reach(then, part.repeats ? state : state + 1);
                }
            }
            now = then;
        }
        return now.get(parts.size());
    }

    private void reach(BitSet states, int state) {
        states.set(state);
        for (int next = state; next < parts.size() && parts.get(next).repeats; next++) {
            states.set(next + 1);
        }
    }
}
