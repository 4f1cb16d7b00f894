package org.waybill.cli.command;

import org.waybill.platform.VisibleText;

/** Text from outside (file names, servers' words) made fit for one line of a terminal or a log. */
public final class PrintableText {
    private PrintableText() {}

    /** Control characters, line ends and characters that turn the writing direction become visible escapes. */
    public static String of(String text) {
        return VisibleText.of(text);
    }
}
