package org.waybill.engine.mover.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.engine.DistributionRun.News.Attempt;
import org.waybill.engine.mover.engine.Distributor.Delivery;
import org.waybill.engine.overlay.DistributionSchedule;
import org.waybill.engine.overlay.DistributionSchedule.Edge;

class DistributionRunTest {
    private static Location sink(String host) {
        return new Location("waybill", null, host, 0, "/in/f");
    }

    private static Delivery made(String host, @Nullable String sender, String sha256) {
        String from = sender == null ? "" : DistributionRun.name(sink(sender));
        return new Delivery(sink(host), from, 4, 1, 1, sha256, 1, null, List.of());
    }

    private final List<String> events = new ArrayList<>();
    private final DistributionSchedule schedule = new DistributionSchedule(1, new double[] {1, 1}, true);
    private final DistributionRun run = new DistributionRun(
            Path.of("home"),
            new DataOptions(0, 0, Verify.SHA256),
            CopyRules.USUAL,
            UUID.randomUUID(),
            Location.local("f"),
            List.of(sink("a"), sink("b")),
            schedule,
            new TransferListener() {
                @Override
                public void onProgress(Progress progress) {
                    // not looked at
                }

                @Override
                public void onEvent(String code, String text) {
                    events.add(code + " " + text.substring(0, "waybill://a".length()));
                }
            });
    private Edge toA = new Edge(0, 0);
    private Edge toB = new Edge(0, 0);

    /** What A receives from the source flows on to B. */
    @BeforeEach
    void flow() {
        toA = schedule.next().orElseThrow();
        schedule.flowing(0);
        toB = schedule.next().orElseThrow();
        assertThat(toB).isEqualTo(new Edge(0, 1));
    }

    private static Attempt made(Edge edge, Delivery made) {
        return new Attempt(edge, made, null);
    }

    @Test
    void aCopyThatIsThereBeforeItsSendersOwnIsDeliveredAfterThat() {
        run.settle(made(toB, made("b", "a", "new")));
        assertThat(events).isEmpty();
        run.settle(made(toA, made("a", null, "new")));
        assertThat(events).containsExactly("DELIVERED waybill://a", "DELIVERED waybill://b");
        assertThat(schedule.isOver()).isTrue();
    }

    /** A served an older file for a moment. */
    @Test
    void aCopyOfSomethingElseThanItsSenderHasGotIsMadeAgainFromAnother() {
        run.settle(made(toB, made("b", "a", "old")));
        run.settle(made(toA, made("a", null, "new")));
        assertThat(events).containsExactly("DELIVERED waybill://a", "REATTACHED waybill://b");
        assertThat(schedule.next()).contains(new Edge(DistributionSchedule.SOURCE, 1));
    }

    @Test
    void aCopyOfASenderThatFailsItselfIsMadeAgain() {
        run.settle(made(toB, made("b", "a", "new")));
        run.settle(new Attempt(toA, null, new TransferException(Reason.CONNECTION_LOST, "lost")));
        assertThat(events).containsExactly("REATTACHED waybill://a", "REATTACHED waybill://b");
        assertThat(schedule.next()).map(Edge::from).contains(DistributionSchedule.SOURCE);
    }
}
