package org.waybill.cli.command;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/** How many cells of a terminal a text takes: names in Chinese, Japanese or Korean take two for each character. */
public final class DisplayWidth {
    private static final Set<UnicodeScript> WIDE = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HANGUL,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.YI);
    private static final String CUT = "...";

    private DisplayWidth() {}

    public static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    private static int of(int character) {
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = WIDE.contains(UnicodeScript.of(character))
                || Character.isEmojiPresentation(character)
                || character >= 0x3000 && character <= 0x303e
                || character >= 0xff01 && character <= 0xff60
                || character >= 0xffe0 && character <= 0xffe6;
        return wide ? 2 : 1;
    }

    /** The start of a text with dots behind it, where all of it would take this many cells or more. */
    public static String cut(String text, int cells) {
        if (of(text) < cells) {
            return text;
        }
        int left = cells - 1 - CUT.length();
        int end = 0;
        while (end < text.length() && left >= of(text.codePointAt(end))) {
            left -= of(text.codePointAt(end));
            end += Character.charCount(text.codePointAt(end));
        }
        return text.substring(0, end) + CUT;
    }
}
