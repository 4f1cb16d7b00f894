package org.waybill.client.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.overlay.LinkOrder;
import org.waybill.api.overlay.LinkResult;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.api.overlay.RelayReport;
import org.waybill.client.SilentService;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.TcpForwarder;

/** A node that is to measure its link to another one, over which a megabyte takes 20 seconds. */
@Timeout(60)
class NodeRegistrationTest {
    private static final Duration TURN = Duration.ofSeconds(8);

    @TempDir
    private Path directory;

    @Test
    void itReportsWhileItMeasuresASlowLinkAndEndsInItsTurn() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory);
                TcpForwarder link = new TcpForwarder(engine.node.address())) {
            link.slow(50_000);
            Instant begin = Instant.now();
            Desk desk = new Desk(new LinkOrder("127.0.0.1:" + link.port(), "", begin.plus(TURN)));
            try (NodeRegistration _ = NodeRegistration.start(
                    engine.node, new NodeRegistration.Place("r", "127.0.0.1", 7411, null), desk, _ -> {})) {
                while (desk.results().isEmpty()) {
                    Thread.sleep(50);
                }
            }
            LinkResult result = desk.results().getFirst();
            assertThat(Duration.between(begin, result.measuredAt())).isLessThan(TURN.plusSeconds(5));
            assertThat(result.problem()).isEmpty();
            assertThat(result.bitsPerSecond()).as("it carries less than that").isBetween(1e6, 4.5e6);
            assertThat(desk.reports).as("while it was measured").hasSizeGreaterThan(3);
        }
    }

    /** Asks for one measurement, again and again as long as its turn lasts. */
    private static final class Desk extends SilentService {
        private final List<RelayReport> reports = new CopyOnWriteArrayList<>();
        private final LinkOrder order;

        Desk(LinkOrder order) {
            this.order = order;
        }

        @Override
        public RelayOrders reportRelay(RelayReport report) {
            reports.add(report);
            return new RelayOrders(List.of(), 1, results().isEmpty() ? List.of(order) : List.of());
        }

        List<LinkResult> results() {
            return reports.stream()
                    .flatMap(report -> report.measured().stream())
                    .toList();
        }
    }
}
