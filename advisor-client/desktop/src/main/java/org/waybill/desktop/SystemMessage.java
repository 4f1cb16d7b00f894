package org.waybill.desktop;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A message where the system shows those of all programs, for who looks at another window. */
final class SystemMessage {
    private static final System.Logger LOG = System.getLogger(SystemMessage.class.getName());

    private SystemMessage() {}

    /** Shows it soon; nothing happens where the system's program for it is missing. */
    static void show(Background background, String title, String text) {
        List<String> command = command(System.getProperty("os.name", ""), title, text);
        if (command.isEmpty()) {
            return;
        }
        background.run(
                () -> new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor(),
                status -> {},
                e -> LOG.log(
                        e instanceof IOException ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                        "no message is shown: " + e.getMessage()));
    }

    /** The command; empty for a system that has none. No part of a text is read as an option, markup or script. */
    static List<String> command(String system, String title, String text) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("linux")) {
            return List.of("notify-send", "--app-name=Waybill", "--", title, plain(text));
        }
        return name.startsWith("mac")
                ? List.of(
                        "osascript",
                        "-e",
                        "on run {title, words}",
                        "-e",
                        "display notification words with title title",
                        "-e",
                        "end run",
                        "--",
                        title,
                        text)
                : List.of();
    }

    /** The body of a message may have markup. */
    private static String plain(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
