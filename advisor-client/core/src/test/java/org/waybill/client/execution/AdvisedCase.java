package org.waybill.client.execution;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.waybill.api.ForecastBasis;
import org.waybill.api.TransferOutcome;
import org.waybill.client.SilentService;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.node.EngineCase;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.Running;
import org.waybill.planner.forecast.Evidence;

/** What the tests of copies that are advised while they run share: a fast clock, and what is heard and recorded. */
@Timeout(120)
abstract class AdvisedCase extends EngineCase {
    /** Runs fifty times too fast, so that nobody waits until advice is worth it. */
    private static final RetryClock CLOCK = new RetryClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime() * 50;
        }
    };

    @AutoClose
    final Running running = new Running();

    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger restarts = new AtomicInteger();
    private final int bytes;
    private Outbox outbox;

    /** @param bytes what the tests copy, of which {@link #forecast} speaks */
    AdvisedCase(int bytes) {
        this.bytes = bytes;
    }

    @BeforeEach
    void openOutbox() {
        outbox = new Outbox(directory.resolve("outbox"));
    }

    WaybillNode startRelay() throws Exception {
        return running.use(WaybillNode.start(
                NodeSettings.onLoopback(engine.home, Files.createDirectory(directory.resolve("relay data")))
                        .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                        .withListen(new InetSocketAddress("127.0.0.1", 0))));
    }

    Estimate forecast(double seconds) {
        return new Estimate(
                seconds,
                seconds * 1.2,
                bytes * 8 / seconds,
                ForecastBasis.HISTORY,
                9,
                null,
                "time-model",
                "of " + seconds,
                Evidence.HISTORY);
    }

    /** What the copies may be made by. */
    abstract List<Mover> movers() throws Exception;

    TransferService service() throws Exception {
        RetryPolicy soon = new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofHours(1), 3);
        return new TransferService(movers(), outbox, soon, CLOCK, new Random(1), null);
    }

    TransferResult move(TransferOrder order, BesideAdvice beside) throws Exception {
        return service().move(order, beside, heard());
    }

    TransferListener heard() {
        return new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                // of no interest here
            }

            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
            }

            @Override
            public void onRestart() {
                restarts.incrementAndGet();
            }
        };
    }

    Stream<String> changes() {
        return events.stream().filter(event -> event.startsWith("TRANSPORT_CHANGED"));
    }

    /** What is kept for the service. */
    List<TransferOutcome> outcomes() {
        List<TransferOutcome> kept = new ArrayList<>();
        outbox.deliver(new SilentService() {
            @Override
            public void recordTransfers(List<TransferOutcome> outcomes) {
                kept.addAll(outcomes);
            }
        });
        return kept;
    }
}
