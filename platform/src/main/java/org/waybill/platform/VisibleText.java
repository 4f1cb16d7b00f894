package org.waybill.platform;

/** Text from outside (names of files, words of servers) made fit for one line of a terminal, a log or a message. */
public final class VisibleText {
    private VisibleText() {}

    /** Control characters, line ends and characters that turn the writing direction become visible escapes. */
    public static String of(String text) {
        return of(text, Integer.MAX_VALUE);
    }

    /** The same of at most a number of characters. */
    public static String of(String text, int most) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), most));
        text.codePoints().limit(most).forEach(c -> line.append(isHarmless(c) ? Character.toString(c) : escape(c)));
        return line.toString();
    }

    /** How a character is written that would break a line, as in Java. */
    public static String escape(int c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", c);
        };
    }

    private static boolean isHarmless(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.SURROGATE;
    }
}
