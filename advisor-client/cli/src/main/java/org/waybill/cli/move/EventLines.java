package org.waybill.cli.move;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.StandardOutput;
import org.waybill.cli.command.Terminal;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferListener;
import org.waybill.platform.PrivateFiles;

/**
 * A transfer's events for programs: one JSON object a line (NDJSON), flushed as it happens. Each has {@code event} and
 * {@code at}; {@code progress} comes when the phase changes and else twice a second at most.
 */
public final class EventLines extends ForwardingListener implements AutoCloseable {
    private static final long PROGRESS_EVERY_MILLIS = Duration.ofMillis(500).toMillis();
    /** Of a task, whose events are a file in the home and may be those of days. */
    private static final long TASKS_PROGRESS_EVERY_MILLIS =
            Duration.ofSeconds(5).toMillis();

    private final OutputStream out;
    private final boolean close;
    private final InstantSource clock;
    private final long everyMillis;
    private @Nullable Phase phase;
    private long lastProgressMillis;
    /** The latest progress, if it is not written. */
    private @Nullable Progress unwritten;

    private @Nullable IOException failure;

    private EventLines(OutputStream out, boolean close, InstantSource clock, TransferListener also, long everyMillis) {
        super(also);
        this.everyMillis = everyMillis;
        this.out = out;
        this.close = close;
        this.clock = clock;
    }

    /**
     * Writes to {@code target}, {@code -} being standard output.
     *
     * @param also hears everything too
     */
    static EventLines to(String target, Terminal terminal, InstantSource clock, TransferListener also) {
        if (target.equals("-")) {
            StandardOutput.mustTake(terminal.out());
            return new EventLines(terminal.out(), false, clock, also, PROGRESS_EVERY_MILLIS);
        }
        try {
            return new EventLines(
                    PrivateFiles.overwrite(Path.of(target)),
                    true,
                    clock,
                    also,
                    terminal.environment().containsKey(TaskLock.VARIABLE)
                            ? TASKS_PROGRESS_EVERY_MILLIS
                            : PROGRESS_EVERY_MILLIS);
        } catch (IOException | InvalidPathException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot write events to " + target + ": " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void onProgress(Progress progress) {
        super.onProgress(progress);
        long nowMillis = clock.millis();
        // absolute: after the clock was set back progress is reported as before
        if (progress.phase() == phase && Math.abs(nowMillis - lastProgressMillis) < everyMillis) {
            unwritten = progress;
            return;
        }
        phase = progress.phase();
        lastProgressMillis = nowMillis;
        write(progress);
    }

    private void write(Progress progress) {
        unwritten = null;
        Map<String, @Nullable Object> event = event("progress");
        event.put("phase", progress.phase().name().toLowerCase(Locale.ROOT));
        event.put("bytesDone", progress.bytesDone());
        event.put("totalBytes", progress.totalBytes() < 0 ? null : progress.totalBytes());
        event.put("filesDone", progress.filesDone());
        event.put("totalFiles", progress.totalFiles() < 0 ? null : progress.totalFiles());
        event.put("name", progress.name());
        write(event);
    }

    @Override
    public synchronized void onEvent(String code, String text) {
        super.onEvent(code, text);
        Map<String, @Nullable Object> event = event("notice");
        event.put("code", code);
        event.put("text", text);
        write(event);
    }

    /**
     * The end: the same document as {@code --json} prints.
     *
     * @throws IOException why an event could not be written; none was after it
     */
    synchronized void end(Object document) throws IOException {
        if (unwritten != null) {
            write(unwritten); // how far it came
        }
        Map<String, @Nullable Object> event = event("end");
        event.put("result", document);
        write(event);
        close();
        if (failure != null) {
            throw failure;
        }
    }

    private Map<String, @Nullable Object> event(String name) {
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("event", name);
        event.put("at", clock.instant());
        return event;
    }

    private void write(Map<String, @Nullable Object> event) {
        if (failure == null) {
            try {
                out.write((Json.line(event) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (close) {
            out.close();
        }
    }
}
