package org.waybill.cli.command;

import java.io.PrintStream;
import java.util.Map;

/**
 * What a command writes to and what it knows of it.
 *
 * @param out standard output: the answer, in text or as one JSON document
 * @param err standard error: progress, warnings, what went wrong
 * @param outIsTerminal whether a person watches {@code out}
 * @param errIsTerminal whether a person watches {@code err}
 * @param columns width of that person's window
 * @param environment the environment's variables
 */
public record Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, int columns,
        Map<String, String> environment) {
    private static final int DEFAULT_COLUMNS = 100;
    private static final int LEAST_COLUMNS = 60;

    /** The process's own streams; the launcher says which of them are terminals and how wide. */
    public static Terminal ofProcess() {
        String terminals = System.getProperty("waybill.terminals", "");
        return new Terminal(System.out, System.err, terminals.contains("stdout"), terminals.contains("stderr"),
                columns(System.getProperty("waybill.columns", "")), System.getenv());
    }

    private static int columns(String text) {
        try {
            return Math.max(LEAST_COLUMNS, Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return DEFAULT_COLUMNS;
        }
    }

    /** Colour is for terminals only, and not where NO_COLOR asks for none (no-color.org) or the terminal is dumb. */
    public Style outStyle() {
        return style(outIsTerminal);
    }

    public Style errStyle() {
        return style(errIsTerminal);
    }

    private Style style(boolean terminal) {
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return terminal && !plain ? Style.COLOURED : Style.PLAIN;
    }

    /** Marks for words, or none. */
    public enum Style {
        PLAIN,
        COLOURED;

        public String bold(String text) {
            return mark("1", text);
        }

        public String dim(String text) {
            return mark("2", text);
        }

        public String bad(String text) {
            return mark("31", text);
        }

        private String mark(String code, String text) {
            return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }
}
