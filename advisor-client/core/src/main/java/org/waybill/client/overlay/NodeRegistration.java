package org.waybill.client.overlay;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.LinkOrder;
import org.waybill.api.overlay.LinkResult;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelayMeter;
import org.waybill.engine.overlay.RelaySettings;

/**
 * Keeps a node registered with an advisor service: reports that it lives and how it is, honours route tokens that the
 * service signs, and measures the virtual links that it is asked to. When a path is opened or released it reports at
 * once, so that the service knows that it is busy.
 */
public final class NodeRegistration implements AutoCloseable {
    private static final long LOOK_MILLIS = 1_000;
    private static final int FIRST_PAUSE_SECONDS = 5;

    private final WaybillNode node;
    private final Place place;
    private final OverlayService service;
    private final LinkProbe probe;
    private final NodeIdentityProof proof;
    private final InstantSource clock;
    private final Consumer<String> note;
    /** What no report has brought to the service yet; guarded by itself. */
    private final List<LinkResult> measured = new ArrayList<>();

    private final Thread thread;
    private volatile @Nullable Thread measuring;
    /** Results that the last report had and could not deliver. */
    private int undelivered;

    private @Nullable String lastProblem = "not yet";
    private int reportedPaths;
    private volatile boolean closed;

    /**
     * How others find the node.
     *
     * @param name unique among the service's relays
     * @param capacityBitsPerSecond what its owner lets it forward, null if unlimited
     */
    public record Place(
            String name, String host, int port, @Nullable Double capacityBitsPerSecond) {}

    private NodeRegistration(
            WaybillNode node,
            Place place,
            OverlayService service,
            Path home,
            InstantSource clock,
            Consumer<String> note)
            throws TransferException {
        this.node = node;
        this.place = place;
        this.service = service;
        this.probe = new LinkProbe(home, clock);
        this.proof = new NodeIdentityProof(home);
        this.clock = clock;
        this.note = note;
        this.thread = Thread.ofVirtual().name("node registration").unstarted(this::run);
    }

    /** Begins to report, on a thread of its own. */
    public static NodeRegistration start(WaybillNode node, Place place, OverlayService service, Consumer<String> note)
            throws TransferException {
        NodeRegistration registration =
                new NodeRegistration(node, place, service, node.settings().home(), InstantSource.system(), note);
        registration.thread.start();
        return registration;
    }

    private void run() {
        try {
            while (!closed) {
                waitForNews(reportOnce());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports and obeys; says after how many seconds to report again. */
    private int reportOnce() {
        RelayMeter meter = node.relayMeter();
        RelaySettings limits = node.settings().relay();
        reportedPaths = meter.circuits();
        long traversal = meter.traversalBitsPerSecond();
        RelayHealth health = new RelayHealth(
                reportedPaths,
                limits.enabled() ? limits.capacity().circuits() : 0,
                meter.streams(),
                limits.enabled() ? limits.capacity().streams() : 0,
                meter.forwardedBytes(),
                traversal <= 0 ? null : (double) traversal,
                place.capacityBitsPerSecond());
        List<LinkResult> results = results();
        undelivered = results.size();
        try {
            RelayOrders orders = service.reportRelay(
                    proof.report(place.name(), place.host(), place.port(), clock.instant(), health, results));
            delivered(results);
            node.honourIssuers(new HashSet<>(orders.issuerKeys()));
            if (lastProblem != null) {
                note.accept("waybill: registered with the service as " + place.name());
                lastProblem = null;
            }
            measure(orders.measure());
            return Math.clamp(orders.secondsToNextReport(), 1, 600);
        } catch (RuntimeException e) {
            // no service, no token, or an invalid answer: the node continues to serve in any case
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                note.accept("waybill: not registered with the service: " + problem + "; retrying");
                lastProblem = problem;
            }
            return FIRST_PAUSE_SECONDS;
        }
    }

    private List<LinkResult> results() {
        synchronized (measured) {
            return List.copyOf(measured);
        }
    }

    private void delivered(List<LinkResult> results) {
        synchronized (measured) {
            measured.removeAll(results);
        }
        undelivered = 0;
    }

    /** On a thread of its own: on a slow link it takes longer than a node may be silent. An order may come twice. */
    private void measure(List<LinkOrder> orders) {
        Thread last = measuring;
        if (orders.isEmpty() || last != null && last.isAlive() || !results().isEmpty()) {
            return;
        }
        measuring = Thread.ofVirtual().name("link measurement").start(() -> {
            for (LinkOrder order : orders) {
                LinkResult result = probe.measure(order);
                synchronized (measured) {
                    measured.add(result);
                }
            }
        });
    }

    private void waitForNews(int seconds) throws InterruptedException {
        long until = System.nanoTime() + seconds * 1_000_000_000L;
        while (!closed
                && System.nanoTime() < until
                && results().size() <= undelivered
                && (node.relayMeter().circuits() > 0) == (reportedPaths > 0)) {
            Thread.sleep(Math.min(LOOK_MILLIS, seconds * 1000L));
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Thread last = measuring;
        if (last != null) {
            last.interrupt();
        }
    }
}
