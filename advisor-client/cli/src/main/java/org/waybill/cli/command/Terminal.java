package org.waybill.cli.command;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.Reason;
import org.waybill.platform.LibC;

/**
 * What a command writes to and what it knows of it.
 *
 * @param out standard output: the answer, in text or as one JSON document
 * @param err standard error: progress, warnings, what went wrong
 * @param outIsTerminal whether a person watches {@code out}
 * @param errIsTerminal whether a person watches {@code err}
 * @param columns width of that person's window when the command started
 * @param environment the environment's variables
 */
public record Terminal(
        PrintStream out,
        PrintStream err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        Map<String, String> environment) {
    /** What the launcher saw of the standard streams. */
    private static final Set<String> STREAMS =
            Set.copyOf(List.of(System.getProperty("waybill.terminals", "").split(",")));

    private static final int NO_READER = 141;
    private static final int STANDARD_ERROR = 2;
    private static final int DEFAULT_COLUMNS = 100;
    private static final int LEAST_COLUMNS = 20;

    /** The process's own streams; the launcher says which of them are terminals and how wide. */
    public static Terminal ofProcess() {
        return new Terminal(
                StandardOutput.ofProcess(System.out.charset()),
                System.err,
                STREAMS.contains("stdout"),
                STREAMS.contains("stderr"),
                columns(System.getProperty("waybill.columns", "")),
                System.getenv());
    }

    private static int columns(String text) {
        try {
            int columns = Integer.parseInt(text.strip());
            // a terminal that was never given a size, as in a container, has 0
            return columns > 0 ? Math.max(LEAST_COLUMNS, columns) : DEFAULT_COLUMNS;
        } catch (NumberFormatException e) {
            return DEFAULT_COLUMNS;
        }
    }

    /** The width of the window of {@code err} now: it may have been resized. */
    public int columnsNow() {
        int now = errIsTerminal && STREAMS.contains("stderr") ? LibC.columns(STANDARD_ERROR) : 0;
        return now > 0 ? Math.max(LEAST_COLUMNS, now) : columns;
    }

    /** A line on standard error that {@code --quiet} does not hide; of {@code text} only what is safe to show. */
    public void warn(String text) {
        say("waybill: " + PrintableText.of(text));
    }

    /** Text on standard error as it is. */
    public void say(String text) {
        err.println(text);
        err.flush();
    }

    /** Where data go that are not text: what cannot be written fails. */
    public OutputStream data() {
        return out instanceof StandardOutput standard ? standard.data() : out;
    }

    /** Whether standard input was open when the process was started. */
    public boolean hasInput() {
        return !STREAMS.contains("no-stdin");
    }

    /** Whether the reader of standard output has closed it, as {@code head} does: nothing is left to say. */
    public boolean readerIsGone() {
        return out instanceof StandardOutput standard && standard.hasNoReader();
    }

    /**
     * The exit code of a command whose text may not have been written: 141 where its reader went away, as a signal
     * would end it (SIGPIPE), even if the command handled that; else disk full, reported in a line.
     */
    public int written(int code) {
        boolean failed = out.checkError();
        if (readerIsGone()) {
            return NO_READER;
        }
        if (!failed
                || environment.containsKey(
                        TaskLock.VARIABLE) // the task's log is on the disk of the home, not of the data
                || out instanceof StandardOutput standard && STREAMS.contains("no-stdout") && !standard.isRequired()) {
            return code;
        }
        err.println("waybill: standard output could not be written: its disk is full, or it is closed");
        return code == 0 ? Reason.DISK_FULL.exitCode() : code;
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
