package org.waybill.cli.move;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.SecretInput;
import org.waybill.cli.command.Terminal;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferListener;

/**
 * Shows a transfer on standard error: a block of lines in place on a terminal, a line every few seconds elsewhere,
 * nothing with {@code --quiet}. Short transfers that nobody watches show nothing at all.
 */
final class ProgressView implements TransferListener, AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final Duration NEXT_LINE = Duration.ofSeconds(5);
    private static final long RATE_WINDOW_NS = Duration.ofSeconds(4).toNanos();
    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final Terminal terminal;
    private final boolean quiet;
    private final long startedNs = System.nanoTime();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Thread painter;
    private @Nullable Progress latest;
    private int drawn;
    private boolean closed;

    ProgressView(Terminal terminal, boolean quiet) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.painter = Thread.ofVirtual().name("progress").unstarted(this::paint);
        if (!quiet) {
            painter.start();
        }
    }

    @Override
    public synchronized void onProgress(Progress progress) {
        latest = progress;
        long nowNs = System.nanoTime();
        samples.addLast(new Sample(nowNs, progress.bytesDone()));
        while (samples.size() > 2 && nowNs - samples.getFirst().nowNs() > RATE_WINDOW_NS) {
            samples.removeFirst();
        }
    }

    @Override
    public synchronized void onEvent(String code, String text) {
        // what is missing is named at the end, however much it is
        if (!quiet && !NotTransferred.isSaidBy(code)) {
            erase();
            terminal.err().println("waybill: " + PrintableText.of(text));
            terminal.err().flush();
        }
    }

    private void paint() {
        try {
            while (true) {
                Thread.sleep(terminal.errIsTerminal() ? REDRAW : NEXT_LINE);
                synchronized (this) {
                    if (closed) {
                        return;
                    }
                    draw();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void draw() {
        Progress now = latest;
        if (SecretInput.isAsking()) {
            drawn = 0; // a question stands below the block
            return;
        }
        if (now == null) {
            return;
        }
        PrintStream err = terminal.err();
        if (terminal.errIsTerminal()) {
            List<String> lines = ProgressText.block(
                    now, rate(), (System.nanoTime() - startedNs) / 1e9, terminal.columns(), terminal.errStyle());
            erase();
            lines.forEach(err::println);
            drawn = lines.size();
        } else {
            err.println("waybill: " + ProgressText.line(now, rate()));
        }
        err.flush();
    }

    private void erase() {
        if (drawn > 0) {
            terminal.err().printf(UP, drawn);
            terminal.err().print(CLEAR_BELOW);
            drawn = 0;
        }
    }

    /** Over the last seconds, so that a stall shows. */
    private double rate() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        // until now, not until the last sample: no news is no bytes
        double seconds = (System.nanoTime() - first.nowNs()) / 1e9;
        return seconds <= 0 ? 0 : Math.max(0, last.bytes() - first.bytes()) * 8 / seconds;
    }

    @Override
    public synchronized void close() {
        closed = true;
        painter.interrupt();
        erase();
        terminal.err().flush();
    }

    private record Sample(long nowNs, long bytes) {}
}
