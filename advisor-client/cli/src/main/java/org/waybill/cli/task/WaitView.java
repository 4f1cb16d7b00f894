package org.waybill.cli.task;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Objects;
import org.waybill.cli.command.DisplayWidth;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.client.task.TaskStore;

/** How a task goes on while it is waited for: a line in place at a terminal, one for each change elsewhere. */
final class WaitView implements AutoCloseable {
    private static final String ERASE = "\r\u001b[K";
    /** Tasks report each 5 s how far they are. */
    private static final long WINDOW_NS = Duration.ofMinutes(1).toNanos();

    /** How far it was at a moment. */
    private record Sample(long ns, long bytes) {}

    private final Session session;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private String said = "";

    WaitView(Session session) {
        this.session = session;
    }

    void show(TaskDocument now) {
        if (session.quiet()) {
            return;
        }
        Terminal terminal = session.terminal();
        if (terminal.errIsTerminal()) {
            String line = DisplayWidth.cut(PrintableText.of(now.task().id() + ": " + line(now)), terminal.columnsNow());
            terminal.err().print(ERASE + line);
            terminal.err().flush();
            return;
        }
        String change = now.state() + now.task().attempts();
        if (!change.equals(said)) {
            said = change;
            session.note("waybill: task " + now.task().id() + " is " + now.state() + ": "
                    + now.why().text());
        }
    }

    private String line(TaskDocument now) {
        TaskStore.Progress progress = now.progress();
        Long total = progress == null ? null : progress.totalBytes();
        if (now.why().reason() != null || progress == null || total == null || total == 0) {
            samples.clear();
            return now.state() + ": " + now.why().text();
        }
        double rate = rate(progress.bytesDone());
        return now.state() + ", " + now.done()
                + String.format(Locale.ROOT, ", %d %%", Math.min(100, progress.bytesDone() * 100 / total))
                + (rate > 0
                        ? ", " + HumanUnits.rate(rate) + ", ETA "
                                + HumanUnits.time((total - progress.bytesDone()) * 8 / rate)
                        : "");
    }

    /** Over the last minute, in bit/s; 0 while it is not known. */
    private double rate(long bytes) {
        long nowNs = System.nanoTime();
        if (samples.isEmpty() || samples.getLast().bytes() != bytes) {
            samples.addLast(new Sample(nowNs, bytes));
        }
        while (samples.size() > 2 && nowNs - samples.getFirst().ns() > WINDOW_NS) {
            samples.removeFirst();
        }
        Sample first = Objects.requireNonNull(samples.peekFirst());
        Sample last = Objects.requireNonNull(samples.peekLast());
        return last.bytes() <= first.bytes() ? 0 : (last.bytes() - first.bytes()) * 8e9 / (nowNs - first.ns());
    }

    @Override
    public void close() {
        if (!session.quiet() && session.terminal().errIsTerminal()) {
            session.terminal().err().print(ERASE);
            session.terminal().err().flush();
        }
    }
}
