package org.waybill.engine.mover.rclone;

/**
 * Names as rclone has them at every backend: a control character is its picture (U+2401 to U+241F, U+2421), and the picture
 * itself has a mark of quotation before it (rclone.org/overview, "Restricted filenames").
 */
final class RcloneNames {
    private static final char QUOTE = '\u201B';
    private static final char PICTURES = '\u2400';
    private static final char DELETE = 0x7F;
    private static final char PICTURE_OF_DELETE = '\u2421';

    private RcloneNames() {}

    /** A path as rclone is asked for it. */
    static String encoded(String path) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c < ' ') {
                encoded.append((char) (PICTURES + c));
            } else if (c == DELETE) {
                encoded.append(PICTURE_OF_DELETE);
            } else {
                encoded.append(isQuoted(c) ? String.valueOf(QUOTE) : "").append(c);
            }
        }
        return encoded.toString();
    }

    /** A name as it is. */
    static String decoded(String listed) {
        StringBuilder decoded = new StringBuilder();
        for (int i = 0; i < listed.length(); i++) {
            char c = listed.charAt(i);
            if (c == QUOTE && i + 1 < listed.length() && isQuoted(listed.charAt(i + 1))) {
                i++;
                decoded.append(listed.charAt(i));
            } else if (isPicture(c)) {
                decoded.append(c == PICTURE_OF_DELETE ? DELETE : (char) (c - PICTURES));
            } else {
                decoded.append(c);
            }
        }
        return decoded.toString();
    }

    private static boolean isQuoted(char c) {
        return c == QUOTE || isPicture(c);
    }

    private static boolean isPicture(char c) {
        return c > PICTURES && c < PICTURES + ' ' || c == PICTURE_OF_DELETE;
    }
}
