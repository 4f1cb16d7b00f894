package org.waybill.cli.progress;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.DisplayWidth;
import org.waybill.cli.command.SecretInput;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.EtaBand;
import org.waybill.client.estimate.RateSeries;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferListener;

/**
 * Shows a transfer, or that a comparison is still running, on standard error: a block of lines in place on a terminal,
 * a line every few seconds elsewhere, nothing with {@code --quiet}. Short ones without a terminal show nothing at all.
 */
public final class ProgressView implements TransferListener, AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final Duration NEXT_LINE = Duration.ofSeconds(5);
    private static final long RATE_WINDOW_NS = Duration.ofSeconds(4).toNanos();
    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final Pattern STYLE = Pattern.compile("\u001b\\[\\d*m");
    private static final Duration SOONEST_WORK = Duration.ofSeconds(1);

    /** What every transfer of its kind does, and failures of a distribution's copies, which its end names. */
    private static final Set<String> WITH_VERBOSE =
            Set.of("VERIFIED_BY_READING", "REATTACHED", "GIVEN_UP", "OPTION_NOT_USED");

    private final Terminal terminal;
    private final BiPredicate<String, String> isNews;
    private final boolean quiet;
    private final boolean verbose;
    private final String work;
    private final long startedNs = System.nanoTime();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Thread painter;
    private @Nullable Progress latest;
    private int source = 1;
    private int sources = 1;
    private Progress before = new Progress(TransferListener.Phase.CONNECTING, 0, 0, 0, 0, "");
    /** Since data move; null before. */
    private @Nullable RateSeries rates;

    private long movingNs;
    private @Nullable EtaBand forecast;
    private List<Integer> drawn = List.of();
    private boolean closed;

    /**
     * @param verbose whether steps are reported that every transfer of its kind makes
     * @param work what is shown, with how long it has been under way, while no transfer reports progress; may be empty
     */
    public ProgressView(Session session, boolean quiet, boolean verbose, String work) {
        this.terminal = session.terminal();
        this.isNews = session::isNews;
        this.quiet = quiet;
        this.verbose = verbose;
        this.work = work;
        this.painter = Thread.ofVirtual().name("progress").unstarted(this::paint);
        if (!quiet) {
            painter.start();
        }
    }

    /** The next of several sources starts, whose transfers are shown as one. */
    public synchronized void start(int number, int count) {
        Progress done = latest;
        if (done != null) {
            before = sum(done, 0);
        }
        latest = null;
        samples.clear();
        rates = null;
        forecast = null;
        source = number;
        sources = count;
    }

    /** With what was done before; the total is not known while sources are left. */
    private Progress sum(Progress now, int sourcesLeft) {
        boolean known = sourcesLeft == 0;
        return new Progress(
                now.phase(),
                before.bytesDone() + now.bytesDone(),
                known && now.totalBytes() >= 0 ? before.bytesDone() + now.totalBytes() : -1,
                before.filesDone() + now.filesDone(),
                known && now.totalFiles() >= 0 ? before.filesDone() + now.totalFiles() : -1,
                now.name());
    }

    @Override
    public synchronized void onProgress(Progress progress) {
        latest = progress;
        long nowNs = System.nanoTime();
        samples.addLast(new Sample(nowNs, progress.bytesDone()));
        RateSeries seen = rates;
        if (seen != null) {
            seen.add((nowNs - movingNs) / 1e9, progress.bytesDone());
        } else if (progress.phase() == Phase.MOVING) {
            movingNs = nowNs;
            rates = new RateSeries();
            rates.start(0, progress.bytesDone());
        }
        while (samples.size() > 2 && nowNs - samples.getFirst().nowNs() > RATE_WINDOW_NS) {
            samples.removeFirst();
        }
    }

    @Override
    public synchronized void onForecast(double secondsP50, double secondsP90) {
        forecast = new EtaBand(secondsP50, secondsP90);
    }

    @Override
    public synchronized void onRestart() {
        latest = null;
        samples.clear();
        rates = null;
        forecast = null;
    }

    /** What is left to wait: by the forecast at first, by the rates seen so far later. */
    private @Nullable Double secondsLeft(Progress all) {
        RateSeries seen = rates;
        EtaBand expected = forecast;
        long left = all.totalBytes() < 0 ? -1 : all.totalBytes() - all.bytesDone();
        EtaBand now = EtaBand.at(
                seen == null ? 0 : (System.nanoTime() - movingNs) / 1e9,
                left,
                seen == null ? List.of() : seen.points(),
                expected == null ? null : Double.valueOf(expected.secondsP50()),
                expected == null ? null : Double.valueOf(expected.secondsP90()));
        return now == null ? null : Double.valueOf(now.secondsP50());
    }

    @Override
    public synchronized void onEvent(String code, String text) {
        // what is missing is named at the end, however much it is
        if (!quiet
                && !NotTransferred.isSaidBy(code)
                && (verbose || !WITH_VERBOSE.contains(code))
                && isNews.test(code, text)) {
            erase();
            terminal.warn(text);
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
            drawn = List.of(); // a question is below the block
            return;
        }
        double seconds = (System.nanoTime() - startedNs) / 1e9;
        PrintStream err = terminal.err();
        if (now == null && (work.isEmpty() || seconds < SOONEST_WORK.toSeconds())) {
            return;
        }
        if (terminal.errIsTerminal()) {
            int columns = terminal.columnsNow();
            List<String> lines = now == null
                    ? List.of(DisplayWidth.cut(work + ", " + HumanUnits.time(seconds), columns))
                    : ProgressText.block(
                            sum(now, sources - source),
                            sources == 1 ? "" : source + " / " + sources,
                            pace(now),
                            seconds,
                            columns,
                            terminal.errStyle());
            erase();
            lines.forEach(err::println);
            drawn = lines.stream()
                    .map(line -> DisplayWidth.of(STYLE.matcher(line).replaceAll("")))
                    .toList();
        } else if (now == null) {
            err.println("waybill: " + work + ", " + HumanUnits.time(seconds));
        } else {
            err.println("waybill: " + ProgressText.line(sum(now, sources - source), pace(now)));
        }
        err.flush();
    }

    /** A window that became narrower has broken the lines that are there. */
    private void erase() {
        if (!drawn.isEmpty()) {
            int columns = terminal.columnsNow();
            terminal.err()
                    .printf(
                            UP,
                            drawn.stream()
                                    .mapToInt(cells -> Math.max(1, Math.ceilDiv(cells, columns)))
                                    .sum());
            terminal.err().print(CLEAR_BELOW);
            drawn = List.of();
        }
    }

    private ProgressText.Pace pace(Progress now) {
        return new ProgressText.Pace(rate(), secondsLeft(sum(now, sources - source)));
    }

    /** Over the last seconds, so that a stall shows. */
    private double rate() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        // until now, not until the last sample: no news means no bytes
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
