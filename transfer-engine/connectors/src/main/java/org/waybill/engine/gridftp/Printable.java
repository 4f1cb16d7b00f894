package org.waybill.engine.gridftp;

/** Text of a peer made fit for one line of a log or a reply. */
public final class Printable {
    private static final int MOST_CHARACTERS = 512;

    private Printable() {}

    /** Whether a command, a reply or a line of a listing can carry it: FTP cannot write CR, LF or NUL in a name. */
    public static boolean fitsOneLine(String text) {
        return text.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
    }

    public static String of(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < MOST_CHARACTERS; i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }
}
