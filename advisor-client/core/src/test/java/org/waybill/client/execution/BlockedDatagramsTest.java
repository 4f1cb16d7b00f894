package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.remote.Outbox;
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
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineCase;
import org.waybill.engine.node.EngineFixture;

/** What becomes of a move whose datagrams do not get through: it continues by TCP if the transport was not named. */
class BlockedDatagramsTest extends EngineCase {
    private Path source;
    private final List<String> events = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        source = engine.file("source", 1_000_000, 1);
    }

    /** As PLUT fails on such a path: SilentDatagramsTest. */
    private static TransferException failure(Reason reason) {
        return reason == Reason.UNSAFE
                ? new TransferException(reason, "more than 10 % of the datagrams were lost")
                : new TransferException(Reason.CONNECTION_LOST, "no datagram comes").briefly();
    }

    private TransferReport move(String transport, Reason reason, boolean named) throws Exception {
        TransferRequest request = new TransferRequest(
                        Location.local(source.toString()),
                        engine.remote("/copy"),
                        NetworkPaths.DIRECT,
                        DataOptions.DEFAULT)
                .onDedicatedPath(true);
        Mover blocked = new Mover() {
            @Override
            public String name() {
                return transport;
            }

            @Override
            public Set<Capability> capabilities() {
                return Set.of();
            }

            @Override
            public boolean accepts(Location from, Location to) {
                return true;
            }

            @Override
            public TransferReport move(TransferRequest wanted, TransferListener listener) throws TransferException {
                throw failure(reason);
            }
        };
        RetryPolicy soon = new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofHours(1), 3);
        return new TransferService(
                        List.of(blocked, new EngineMover(engine.home)),
                        new Outbox(directory),
                        soon,
                        RetryClock.SYSTEM,
                        new SplittableRandom(1),
                        null)
                .move(TransferOrder.of(request, transport, "here", "there", 1, named), new TransferListener() {
                    @Override
                    public void onProgress(Progress progress) {
                        // of no interest here
                    }

                    @Override
                    public void onEvent(String code, String text) {
                        events.add(code + " " + text);
                    }
                })
                .report();
    }

    private static Stream<Arguments> eachTransportAndReason() {
        return EngineFixture.datagrams()
                .flatMap(name -> Stream.of(Arguments.of(name, Reason.UNSAFE), Arguments.of(name, Reason.GAVE_UP)));
    }

    @ParameterizedTest
    @MethodSource("eachTransportAndReason")
    void whatAdviceHasChosenGoesOnByTcpAndSaysSo(String transport, Reason reason) throws Exception {
        assertThat(move(transport, reason, false).transport()).isEqualTo("tcp");
        assertThat(engine.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(events)
                .anyMatch(event -> event.startsWith("TRANSPORT_CHANGED " + transport + " failed: ")
                        && event.endsWith("; falling back to tcp"));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNSAFE", "GAVE_UP"})
    void whatTheUserHasNamedIsKept(Reason reason) {
        assertThatThrownBy(() -> move("plut", reason, true))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason));
        assertThat(engine.data.resolve("copy")).doesNotExist();
        assertThat(events).as("three attempts, or one").hasSize(reason == Reason.UNSAFE ? 0 : 2);
    }
}
