package org.waybill.cli.command;

/** Text from outside (file names, servers' words) made fit for one line of a terminal or a log. */
public final class PrintableText {
    private PrintableText() {}

    /** Control characters, line ends and characters that turn the writing direction become visible escapes. */
    public static String of(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(line, c));
        return line.toString();
    }

    private static void append(StringBuilder line, int c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (isHarmless(c)) {
                    line.appendCodePoint(c);
                } else {
                    line.append(String.format("\\u%04x", c));
                }
            }
        }
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
