package org.waybill.engine.mover.engine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.engine.Distributor.Delivery;
import org.waybill.engine.overlay.DistributionSchedule;
import org.waybill.engine.overlay.DistributionSchedule.Edge;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/** One distribution: starts copies as the schedule says, several at once, until every sink has its own or is given up. */
final class DistributionRun {
    /** A sink whose sender vanished may take a while to notice it; until then no one else can write. */
    private static final Duration BUSY_PAUSE = Duration.ofSeconds(10);

    private final Path home;
    private final DataOptions data;
    private final CopyRules rules;
    private final UUID id;
    private final Location source;
    private final List<Location> sinks;
    private final DistributionSchedule schedule;
    private final TransferListener listener;
    private final CombinedProgress together;
    private final Delivery[] deliveries;
    private final int[] attempts;
    /** Copies that are there, of senders whose own is not yet. */
    private final List<News.Attempt> held = new ArrayList<>();

    private final Set<Integer> givenUp = new HashSet<>();
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    /** What the loop hears of the copies under way. */
    sealed interface News {
        /** A sink has got the first of it. */
        record Flowing(int sink) implements News {}

        /** A copy that was tried. */
        record Attempt(
                Edge edge,
                @Nullable Delivery delivery,
                @Nullable TransferException failure) implements News {}
    }

    DistributionRun(
            Path home,
            DataOptions data,
            CopyRules rules,
            UUID id,
            Location source,
            List<Location> sinks,
            DistributionSchedule schedule,
            TransferListener listener) {
        this.home = home;
        this.data = data;
        this.rules = rules;
        this.id = id;
        this.source = source;
        this.sinks = sinks;
        this.schedule = schedule;
        this.listener = listener;
        this.together = new CombinedProgress(sinks.size(), listener);
        this.deliveries = new Delivery[sinks.size()];
        this.attempts = new int[sinks.size()];
    }

    List<Delivery> run() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                while (!schedule.isOver()) {
                    Optional<Edge> edge = schedule.next();
                    if (edge.isPresent()) {
                        int to = edge.get().to();
                        attempts[to]++;
                        Duration pause = wasBusy(deliveries[to]) ? BUSY_PAUSE : Duration.ZERO;
                        threads.execute(() -> attempt(edge.get(), pause));
                        continue;
                    }
                    switch (news.take()) {
                        case News.Flowing flowing -> schedule.flowing(flowing.sink());
                        case News.Attempt attempt -> settle(attempt);
                    }
                }
            } finally {
                threads.shutdownNow();
            }
        }
        return List.of(deliveries);
    }

    private static Optional<TransferException> difference(Delivery made, Delivery sender) {
        return made.isCopyOf(sender)
                ? Optional.empty()
                : Optional.of(new TransferException(
                        Reason.WRONG_CONTENT,
                        made.from() + " sent something else than it had received (" + made.files() + " files of "
                                + made.bytes() + " bytes, not " + sender.files() + " of " + sender.bytes()
                                + "): look what lies there"));
    }

    private static boolean wasBusy(@Nullable Delivery last) {
        return last != null && last.failure() != null && last.failure().reason() == Reason.TARGET_BUSY;
    }

    /**
     * A copy counts when its sender's own does. What flows through a sink can be at the next one before it is known what
     * that sink itself has got: until then it is held.
     */
    void settle(News.Attempt attempt) {
        Edge edge = attempt.edge();
        Delivery made = attempt.delivery();
        if (made == null) {
            failed(edge, attempt.failure());
        } else if (edge.from() == DistributionSchedule.SOURCE || isDelivered(edge.from())) {
            compare(edge, made);
        } else if (givenUp.contains(edge.from())) {
            failed(edge, ofNoCopy(edge));
        } else {
            held.add(attempt);
        }
    }

    private boolean isDelivered(int sink) {
        return deliveries[sink] != null && deliveries[sink].failure() == null;
    }

    private void compare(Edge edge, Delivery got) {
        Delivery sender = edge.from() == DistributionSchedule.SOURCE ? null : deliveries[edge.from()];
        Delivery made = got.after(attempts[edge.to()], sender);
        Optional<TransferException> difference = sender == null ? Optional.empty() : difference(made, sender);
        if (difference.isPresent()) {
            failed(edge, difference.get());
            return;
        }
        schedule.done(edge);
        deliveries[edge.to()] = made;
        String from = made.from().isEmpty() ? "the source" : made.from();
        listener.onEvent("DELIVERED", name(made.sink()) + " from " + from);
        released(edge.to()).forEach(this::settle);
    }

    private void failed(Edge edge, @Nullable TransferException failure) {
        Location sink = sinks.get(edge.to());
        boolean hopeless = failure != null
                && edge.from() == DistributionSchedule.SOURCE
                && !failure.isRetriable()
                && !(failure.reason() == Reason.UNSAFE && !source.isLocal()) // others may send what this node may not
                && failure.reason() != Reason.GAVE_UP
                && failure.reason() != Reason.TARGET_BUSY;
        boolean over = schedule.failed(edge, hopeless);
        if (over) {
            givenUp.add(edge.to());
        }
        listener.onEvent(
                over ? "GIVEN_UP" : "REATTACHED", name(sink) + ": " + (failure == null ? "" : failure.getMessage()));
        List<NotTransferred> missing = failure == null ? List.of() : failure.notTransferred();
        deliveries[edge.to()] = new Delivery(sink, "", 0, 0, 0, null, attempts[edge.to()], failure, missing);
        released(edge.to()).forEach(one -> failed(one.edge(), ofNoCopy(one.edge())));
    }

    /** What was held of a sender. */
    private List<News.Attempt> released(int sender) {
        List<News.Attempt> its =
                held.stream().filter(one -> one.edge().from() == sender).toList();
        held.removeAll(its);
        return its;
    }

    private TransferException ofNoCopy(Edge edge) {
        return new TransferException(
                Reason.WRONG_CONTENT,
                name(sinks.get(edge.from())) + " has sent on what it has not got as a verified copy itself");
    }

    static String name(Location sink) {
        return Protocol.WAYBILL.scheme() + "://" + sink.host() + (sink.port() == 0 ? "" : ":" + sink.port())
                + sink.path();
    }

    private void attempt(Edge edge, Duration pause) {
        try {
            Thread.sleep(pause);
            news.add(new News.Attempt(edge, copy(edge), null));
        } catch (TransferException e) {
            news.add(new News.Attempt(edge, null, e));
        } catch (InterruptedException _) {
            // no one waits for the rest any more
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // the loop would wait for ever
            TransferException failure = new TransferException(Reason.INTERNAL, "the copy failed: " + e, e);
            news.add(new News.Attempt(edge, null, failure));
        }
    }

    private Delivery copy(Edge edge) throws TransferException, InterruptedException {
        Location sink = sinks.get(edge.to());
        TransferListener watch = new Watch(edge.to());
        boolean fromSource = edge.from() == DistributionSchedule.SOURCE;
        long startNanos = System.nanoTime();
        TransferRequest request = new TransferRequest(
                source, sink, NetworkPaths.DIRECT, data, null, false, false, List.of(), nameOf(sink), rules);
        if (fromSource && source.isLocal()) {
            TransferReport report = new EngineMover(home).move(request, watch);
            return new Delivery(
                    sink,
                    "",
                    report.bytes(),
                    report.files(),
                    seconds(startNanos),
                    report.sha256(),
                    1,
                    null,
                    report.notTransferred());
        }
        Location holder = fromSource ? source : placeOf(sinks.get(edge.from()));
        NodeQueries.SentOn sent = new NodeQueries(home)
                .sendOn(
                        holder,
                        sink,
                        rules,
                        data.isVerified(),
                        data.rateBitsPerSecond(),
                        request.transferName(),
                        watch);
        Message.Report report = sent.report();
        String sha256 = report.sha256().isEmpty() ? null : report.sha256();
        String from = fromSource ? "" : name(sinks.get(edge.from()));
        return new Delivery(
                sink,
                from,
                report.bytes(),
                report.files(),
                seconds(startNanos),
                sha256,
                1,
                null,
                sent.notTransferred());
    }

    /** A sink's transfer is one, however often and from wherever it is started again. */
    private UUID nameOf(Location sink) {
        return UUID.nameUUIDFromBytes((id + name(sink)).getBytes(StandardCharsets.UTF_8));
    }

    /** Notifies the loop when the first bytes are there. */
    private final class Watch implements TransferListener {
        private final int sink;
        private final AtomicBoolean told = new AtomicBoolean();

        Watch(int sink) {
            this.sink = sink;
        }

        @Override
        public void onProgress(Progress progress) {
            together.progress(sink, progress);
            if (progress.bytesDone() > 0 && told.compareAndSet(false, true)) {
                news.add(new News.Flowing(sink));
            }
        }

        @Override
        public void onEvent(String code, String text) {
            listener.onEvent(code, name(sinks.get(sink)) + ": " + text);
        }
    }

    /** Where the copy is stored at a sink, as the sink itself finds it: also in a directory named without a slash. */
    private Location placeOf(Location sink) throws TransferException {
        if (source.saysDirectory()) {
            return at(sink, sink.path() + "/");
        }
        if (sink.path().endsWith("/")) {
            return at(sink, sink.path() + EntryNames.last(source.path()));
        }
        boolean into = new NodeQueries(home).status(sink).kind() == Message.Kind.DIRECTORY;
        return into ? at(sink, sink.path() + "/" + EntryNames.last(source.path())) : sink;
    }

    private static Location at(Location sink, String path) {
        return new Location(sink.scheme(), sink.user(), sink.host(), sink.port(), path);
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
