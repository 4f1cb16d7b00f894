package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitState;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.client.SilentService;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Tool;

/** The order of things about a circuit, by a clock that is set by hand. */
class CircuitTransferServiceTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    @TempDir
    private Path directory;

    private final List<String> log = new ArrayList<>();
    private final HandSetClock clock = new HandSetClock();
    private final Desk desk = new Desk();
    private TransferException failure;
    private TransferRequest moved;

    private static PlannedCircuit circuit(ProvisioningKind kind, long inSeconds) {
        return new PlannedCircuit(
                "Lab",
                kind,
                PlannedCircuit.Aim.BOTH,
                QuoteBasis.AVAILABILITY,
                "a.example",
                "b.example",
                "a",
                "b",
                NOON.plusSeconds(inSeconds),
                NOON.plusSeconds(inSeconds + 600),
                2e9,
                2e9,
                null,
                List.of("a", "b"),
                null,
                inSeconds,
                kind.setUp().toSeconds());
    }

    private TransferOrder order(PlannedCircuit circuit, String transport, Instant deadline) {
        Estimate estimate =
                new Estimate(100.0, 150.0, 1e9, ForecastBasis.MODEL, 0, null, "reserved path", null, Evidence.NONE);
        Workflow option = new Workflow(
                1,
                "",
                "",
                transport,
                List.of(),
                0,
                "",
                estimate,
                List.of(),
                List.of(),
                Tool.WAYBILL.command(),
                true,
                circuit,
                null);
        return TransferOrder.along(
                option,
                new TransferRequest(
                        Location.local("/x"),
                        new Location("waybill", null, "b.example", 7411, "/x"),
                        NetworkPaths.DIRECT,
                        DataOptions.DEFAULT,
                        deadline,
                        false,
                        option.hasPathOfItsOwn(),
                        List.of(),
                        null,
                        CopyRules.USUAL),
                "a.example",
                "b.example",
                1,
                true);
    }

    private TransferResult move(TransferOrder order) throws Exception {
        TransferService moves = new TransferService(
                List.of(new OneMover(order.transport())),
                new Outbox(directory),
                RetryPolicy.DEFAULT,
                clock,
                new SplittableRandom(1),
                null);
        return new CircuitTransferService(moves, () -> desk, clock).move(order, TransferListener.NONE);
    }

    @Test
    void holdsCommitsWaitsMovesAtItsRateAndGivesBack() throws Exception {
        TransferResult result = move(order(circuit(ProvisioningKind.BUILT_IN, 25), "tcp", null));
        assertThat(log).containsExactly("hold", "commit", "sleep 10", "sleep 10", "sleep 5", "move", "release");
        assertThat(moved.rateBitsPerSecond()).isEqualTo(2_000_000_000L);
        assertThat(moved.deadline())
                .as("TCP shares the path with others, and may go on")
                .isNull();
        assertThat(result.forecast().secondsP50())
                .as("the forecast without the wait")
                .isEqualTo(75);
        assertThat(desk.held)
                .isEqualTo(new CircuitHold(
                        desk.held.id(),
                        "Lab",
                        "a.example",
                        "b.example",
                        NOON.plusSeconds(25),
                        NOON.plusSeconds(625),
                        2e9,
                        List.of("a", "b")));
    }

    /** As after Resume, or when the command is run again: what was given back cannot be held again. */
    @Test
    void eachAttemptHoldsACircuitOfItsOwn() throws Exception {
        PlannedCircuit circuit = circuit(ProvisioningKind.BUILT_IN, 0);
        move(order(circuit, "tcp", null));
        String first = desk.held.id();
        move(order(circuit, "tcp", null));
        assertThat(desk.held.id()).isNotEqualTo(first);
        assertThat(log).containsExactly("hold", "commit", "move", "release", "hold", "commit", "move", "release");
    }

    @Test
    void aHoldOfWhichNoAnswerCameIsGivenBack() {
        desk.refusal = new ServiceException(ServiceException.UNREACHABLE, "no answer");
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 0), "tcp", null)))
                .hasMessage("the circuit: no answer");
        assertThat(log).containsExactly("hold", "release");
    }

    @Test
    void whatNeedsThePathForItselfEndsWithTheCircuit() throws Exception {
        move(order(circuit(ProvisioningKind.BUILT_IN, 0), "plut", null));
        assertThat(moved.dedicated()).isTrue();
        assertThat(moved.deadline()).isEqualTo(NOON.plusSeconds(600));
        move(order(circuit(ProvisioningKind.BUILT_IN, 0), "plut", NOON.plusSeconds(60)));
        assertThat(moved.deadline()).as("the user's own is sooner").isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void anotherSystemIsGivenTimeToSetTheCircuitUp() throws Exception {
        move(order(circuit(ProvisioningKind.OSCARS_REST, 0), "tcp", null));
        assertThat(Duration.between(NOON, clock.now())).isEqualTo(Duration.ofSeconds(60));
        assertThat(log).containsSubsequence("commit", "sleep 10", "move", "release");
    }

    /** As from TeraPaths, which answers with a counter-offer. */
    @Test
    void waitsForTheStartThatTheSystemGranted() throws Exception {
        desk.laterSeconds = 90;
        move(order(circuit(ProvisioningKind.TERAPATHS, 0), "tcp", null));
        assertThat(Duration.between(NOON, clock.now())).isEqualTo(Duration.ofSeconds(90));
        assertThat(log).containsSubsequence("commit", "sleep 10", "move", "release");
    }

    @Test
    void aCircuitThatIsGrantedForAfterTheDeadlineIsGivenBack() {
        desk.laterSeconds = 90;
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.TERAPATHS, 0), "tcp", NOON.plusSeconds(80))))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        late -> assertThat(late.reason()).isEqualTo(Reason.DEADLINE_MISSED))
                .hasMessageContaining("starts at 2030-01-01T12:01:30Z");
        assertThat(log).containsExactly("hold", "release");
    }

    @Test
    void givesTheCircuitBackWhateverBecomesOfTheMove() {
        failure = new TransferException(Reason.DISK_FULL, "no space left");
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 0), "tcp", null)))
                .isSameAs(failure);
        assertThat(log).containsExactly("hold", "commit", "move", "release");
    }

    @Test
    void givesTheCircuitBackWhenTheWaitIsInterrupted() {
        clock.interrupted = true;
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 3600), "tcp", null)))
                .isInstanceOf(InterruptedException.class);
        assertThat(log).containsExactly("hold", "commit", "release");
    }

    @Test
    void anAnswerThatIsTooLargeIsALimitAndNoInternalError() {
        ServiceException refused = new ServiceException(ServiceException.TOO_LARGE, "the reply is over 8 bytes");
        assertThat(CircuitTransferService.refused("the circuit", refused).reason())
                .isEqualTo(Reason.LIMIT);
    }

    @Test
    void bandwidthThatSomebodyElseHasByNowIsRefusedAndNothingMoved() {
        desk.refusal = new ServiceException(ServiceException.CONFLICT, "link a>b has 1 bit/s free");
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 0), "tcp", null)))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.UNSAFE))
                .hasMessage("the circuit: link a>b has 1 bit/s free");
        assertThat(log).containsExactly("hold");
    }

    @Test
    void aServiceThatIsNotTrustedIsNotTriedAgain() {
        desk.refusal = new ServiceException(ServiceException.UNTRUSTED, "no trusted connection");
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 0), "tcp", null)))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.CERTIFICATE));
        assertThat(log).containsExactly("hold");
    }

    @Test
    void aCircuitThatBeginsAfterTheDeadlineIsNotEvenHeld() {
        assertThatThrownBy(() -> move(order(circuit(ProvisioningKind.BUILT_IN, 120), "tcp", NOON.plusSeconds(60))))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        late -> assertThat(late.reason()).isEqualTo(Reason.DEADLINE_MISSED));
        assertThat(log).isEmpty();
    }

    @Test
    void withoutACircuitNobodyIsAsked() throws Exception {
        move(order(null, "tcp", null));
        assertThat(log).containsExactly("move");
    }

    /** Notes down what is asked. */
    private final class Desk extends SilentService {
        private CircuitHold held;
        private ServiceException refusal;
        private long laterSeconds;

        @Override
        public CircuitReservation holdCircuit(CircuitHold hold) {
            log.add("hold");
            held = hold;
            if (refusal != null) {
                throw refusal;
            }
            return reservation(CircuitState.HELD);
        }

        private CircuitReservation reservation(CircuitState state) {
            return new CircuitReservation(
                    held.id(),
                    held.system(),
                    state,
                    held.source(),
                    held.destination(),
                    "a",
                    "b",
                    held.start().plusSeconds(laterSeconds),
                    held.end().plusSeconds(laterSeconds),
                    held.bitsPerSecond(),
                    held.path(),
                    null,
                    "",
                    "owner");
        }

        @Override
        public CircuitReservation commitCircuit(String id) {
            log.add("commit");
            return reservation(CircuitState.COMMITTED);
        }

        @Override
        public CircuitReservation releaseCircuit(String id) {
            assertThat(id).isEqualTo(held.id());
            assertThat(Thread.currentThread().isInterrupted())
                    .as("calls of an interrupted thread fail")
                    .isFalse();
            log.add("release");
            return reservation(CircuitState.RELEASED);
        }
    }

    /** Moves nothing, and says so. */
    private final class OneMover implements Mover {
        private final String name;

        OneMover(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public boolean accepts(Location source, Location destination) {
            return true;
        }

        @Override
        public TransferReport move(TransferRequest request, TransferListener listener) throws TransferException {
            log.add("move");
            moved = request;
            if (failure != null) {
                throw failure;
            }
            return TransferReport.unsent(1, 1, 1, name, List.of(), List.of());
        }
    }

    private final class HandSetClock implements RetryClock {
        private Instant now = NOON;
        private boolean interrupted;

        @Override
        public long nanoTime() {
            return Duration.between(NOON, now).toNanos();
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            if (interrupted) {
                throw new InterruptedException();
            }
            log.add("sleep " + pause.toSeconds());
            now = now.plus(pause);
        }
    }
}
