package org.waybill.engine.gridftp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.waybill.platform.VisibleText;

/** Text of a peer made fit for one line of a log or a reply. */
public final class Printable {
    private static final int MOST_CHARACTERS = 512;

    private Printable() {}

    /** Whether a command, a reply or a line of a listing can carry it: FTP cannot write CR, LF or NUL in a name. */
    public static boolean fitsOneLine(String text) {
        return text.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
    }

    /** Whether the bytes of a line are text: the text of others may be the name of another file (RFC 2640). */
    public static boolean isUtf8(byte[] line) {
        return Arrays.equals(new String(line, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), line);
    }

    public static String of(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < MOST_CHARACTERS; i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                line.append(VisibleText.escape(c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }
}
