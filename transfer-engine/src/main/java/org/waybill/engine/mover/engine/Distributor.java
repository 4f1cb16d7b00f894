package org.waybill.engine.mover.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.store.Retries;
import org.waybill.engine.overlay.DistributionSchedule;
import org.waybill.engine.overlay.DistributionSchedule.Edge;
import org.waybill.engine.session.Tally;
import org.waybill.engine.session.TransferClient;
import org.waybill.engine.wire.Message;

/** Brings one dataset to many nodes: each node that has a verified copy sends it on. */
public final class Distributor {
    private final Path home;

    /** @param home whose identity all the nodes know; the nodes must know each other too, or share it */
    public Distributor(Path home) {
        this.home = home;
    }

    /**
     * What became of one sink.
     *
     * @param from the node that sent the copy that counts, empty for the source itself
     * @param sha256 of the verified copy, null if it did not come about or was not verified
     * @param failure the last one, null when the copy is there
     */
    public record Delivery(Location sink, String from, long bytes, double seconds, @Nullable String sha256,
            int attempts, @Nullable TransferException failure) {}

    /** A copy that was tried. */
    private record Attempt(Edge edge, @Nullable Delivery delivery, @Nullable TransferException failure) {}

    /**
     * Distributes; returns when every sink has its copy or was given up.
     *
     * @param source a local path or a place of a node
     * @param sinks places of nodes: a path that ends in a slash takes the source under its own name
     */
    public List<Delivery> run(Location source, List<Location> sinks, boolean verify, TransferListener listener)
            throws TransferException, InterruptedException {
        check(source, sinks);
        double[] equal = new double[sinks.size()];
        Arrays.fill(equal, 1);
        DistributionSchedule schedule = new DistributionSchedule(1, equal);
        Delivery[] deliveries = new Delivery[sinks.size()];
        int[] attempts = new int[sinks.size()];
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletionService<Attempt> running = new ExecutorCompletionService<>(threads);
            try {
                while (!schedule.isOver()) {
                    schedule.next().ifPresentOrElse(edge -> {
                        attempts[edge.to()]++;
                        running.submit(() -> attempt(edge, source, sinks, verify, listener));
                    }, () -> settle(running, schedule, sinks, deliveries, attempts, listener));
                }
            } catch (Interrupted e) {
                throw e.cause;
            } finally {
                threads.shutdownNow();
            }
        }
        return List.of(deliveries);
    }

    /** Carries an interrupt out of a lambda. */
    private static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final InterruptedException cause;

        Interrupted(InterruptedException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    private static void check(Location source, List<Location> sinks) throws TransferException {
        if (sinks.isEmpty()) {
            throw new TransferException(Reason.BAD_INPUT, "name at least one destination");
        }
        for (Location sink : sinks) {
            if (!sink.scheme().equals("waybill")) {
                throw new TransferException(Reason.BAD_INPUT, "distribute goes to nodes: write waybill://HOST/PATH,"
                        + " not " + sink.scheme().toLowerCase(Locale.ROOT) + ":");
            }
        }
        if (sinks.stream().distinct().count() < sinks.size() || sinks.contains(source)) {
            throw new TransferException(Reason.BAD_INPUT, "a place is named twice");
        }
        if (source.isLocal()) {
            Path path = Path.of(source.path());
            if (!Files.exists(path)) {
                throw new TransferException(Reason.NOT_FOUND, "no such file or directory: " + path);
            }
            if (Files.isDirectory(path) && !sinks.stream().allMatch(sink -> sink.path().endsWith("/"))) {
                throw new TransferException(Reason.BAD_INPUT, "a directory goes into directories: let every destination"
                        + " end in a slash");
            }
        } else if (!source.scheme().equals("waybill")) {
            throw new TransferException(Reason.BAD_INPUT, "distribute starts here or at a node");
        }
    }

    private void settle(CompletionService<Attempt> running, DistributionSchedule schedule, List<Location> sinks,
            Delivery[] deliveries, int[] attempts, TransferListener listener) {
        try {
            Future<Attempt> next = running.take();
            Attempt attempt = next.get();
            Edge edge = attempt.edge();
            Location sink = sinks.get(edge.to());
            TransferException failure = attempt.failure();
            if (failure == null && attempt.delivery() != null) {
                schedule.done(edge);
                Delivery made = attempt.delivery();
                deliveries[edge.to()] = new Delivery(sink, made.from(), made.bytes(), made.seconds(), made.sha256(),
                        attempts[edge.to()], null);
                listener.onEvent("DELIVERED", name(sink) + " from " + (made.from().isEmpty() ? "here" : made.from()));
                return;
            }
            boolean hopeless = failure != null && edge.from() == DistributionSchedule.SOURCE
                    && !failure.reason().isRetriable() && failure.reason() != Reason.GAVE_UP;
            boolean over = schedule.failed(edge, hopeless);
            listener.onEvent(over ? "GIVEN_UP" : "REATTACHED", name(sink) + ": "
                    + (failure == null ? "" : failure.getMessage()));
            deliveries[edge.to()] = new Delivery(sink, "", 0, 0, null, attempts[edge.to()], failure);
        } catch (InterruptedException e) {
            throw new Interrupted(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static String name(Location sink) {
        return "waybill://" + sink.host() + (sink.port() == 0 ? "" : ":" + sink.port()) + sink.path();
    }

    private Attempt attempt(Edge edge, Location source, List<Location> sinks, boolean verify,
            TransferListener listener) throws InterruptedException {
        Location sink = sinks.get(edge.to());
        boolean fromSource = edge.from() == DistributionSchedule.SOURCE;
        long startNanos = System.nanoTime();
        TransferListener events = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                listener.onProgress(progress);
            }
        };
        try {
            if (fromSource && source.isLocal()) {
                TransferReport report = new EngineMover(home, Retries.none()).move(new TransferRequest(source, sink,
                        List.of(), 0, 0, verify ? TransferRequest.Verify.SHA256 : TransferRequest.Verify.NONE, null,
                        false), events);
                return new Attempt(edge, new Delivery(sink, "", report.bytes(), seconds(startNanos), report.sha256(), 1,
                        null), null);
            }
            Location holder = fromSource ? source : placeOf(source, sinks.get(edge.from()));
            Message.Report report = new TransferClient(home).sendOn(holder, sink, verify, 0, new Tally(events));
            String sha256 = report.sha256().isEmpty() ? null : report.sha256();
            return new Attempt(edge, new Delivery(sink, fromSource ? "" : name(sinks.get(edge.from())), report.bytes(),
                    seconds(startNanos), sha256, 1, null), null);
        } catch (TransferException e) {
            return new Attempt(edge, null, e);
        }
    }

    /** Where the copy lies at a sink. */
    private static Location placeOf(Location source, Location sink) {
        if (!sink.path().endsWith("/")) {
            return sink;
        }
        String trimmed = source.path().replaceAll("/+$", "");
        return new Location(sink.scheme(), sink.user(), sink.host(), sink.port(),
                sink.path() + trimmed.substring(trimmed.lastIndexOf('/') + 1));
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
