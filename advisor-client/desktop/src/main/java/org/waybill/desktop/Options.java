package org.waybill.desktop;

import org.jspecify.annotations.Nullable;

/**
 * What the window is started with.
 *
 * @param source filled in at the start; empty for none
 * @param destination likewise
 * @param theme null to follow the system
 */
public record Options(String source, String destination, @Nullable Theme theme) {

    /** What cannot be understood; the message says what would be right. */
    public static final class Misused extends Exception {
        private static final long serialVersionUID = 1L;

        Misused(String message) {
            super(message);
        }
    }

    /** Reads {@code [--theme light|dark] [SRC [DST]]}. */
    public static Options parse(String... arguments) throws Misused {
        String source = "";
        String destination = "";
        Theme theme = null;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (argument.startsWith("--theme")) {
                boolean joined = argument.startsWith("--theme=");
                String name = joined ? argument.substring(8) : ++i < arguments.length ? arguments[i] : "";
                theme = switch (name) {
                    case "light" -> Theme.LIGHT;
                    case "dark" -> Theme.DARK;
                    default -> throw new Misused("--theme takes light or dark, not '" + name + "'");
                };
            } else if (argument.startsWith("-") && argument.length() > 1) {
                throw new Misused("unknown option '" + argument + "' (see 'waybill desktop --help')");
            } else if (source.isEmpty()) {
                source = argument;
            } else if (destination.isEmpty()) {
                destination = argument;
            } else {
                throw new Misused("more than a source and a destination: '" + argument + "'");
            }
        }
        return new Options(source, destination, theme);
    }
}
