package org.waybill.client.endpoint;

import org.waybill.platform.VisibleText;

/** Text from outside as it may appear in a one-line message: no control characters, of bounded length. */
public final class Shown {
    private static final int LONGEST = 120;

    private Shown() {}

    /** Control, format and unpaired surrogate characters become escapes of the form {@code \}{@code u202e}. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (shown.length() > LONGEST) {
                return shown.append("...").toString();
            }
            switch (Character.getType(codePoint)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.UNASSIGNED,
                        Character.PRIVATE_USE -> shown.append(VisibleText.escape(codePoint));
                default -> shown.appendCodePoint(codePoint);
            }
        }
        return shown.toString();
    }
}
