package org.waybill.cli;

import java.io.PrintStream;
import java.util.function.Consumer;
import org.waybill.client.WaybillHome;

/** One run of one command: where its answer goes, and what it opened. */
final class Session implements AutoCloseable {
    private final Terminal terminal;
    private final GlobalOptions options;
    private final WaybillHome home;

    Session(Terminal terminal, GlobalOptions options) {
        this.terminal = terminal;
        this.options = options;
        this.home = WaybillHome.of(terminal.environment());
    }

    Terminal terminal() {
        return terminal;
    }

    WaybillHome home() {
        return home;
    }

    boolean json() {
        return options.json();
    }

    boolean quiet() {
        return options.quiet();
    }

    /** The command's answer: {@code document} as JSON, or {@code text} for people. */
    void answer(Object document, Consumer<PrintStream> text) {
        if (options.json()) {
            Json.write(terminal.out(), document);
        } else {
            text.accept(terminal.out());
            terminal.out().flush();
        }
    }

    /** A line for whoever watches; nothing with {@code --quiet}. */
    void note(String line) {
        if (!options.quiet()) {
            terminal.err().println(OneLine.of(line));
            terminal.err().flush();
        }
    }

    @Override
    public void close() {
    }
}
