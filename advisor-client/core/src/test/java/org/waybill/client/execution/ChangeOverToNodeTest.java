package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.random;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ForecastBasis;
import org.waybill.api.TransferOutcome;
import org.waybill.client.SilentService;
import org.waybill.client.WaybillHome;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.PlaceAtNode;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.SshServer;
import org.waybill.planner.forecast.Evidence;

/** Copies by SSH that change over to a node of the same host, with a real sshd and a real node. */
@Timeout(120)
class ChangeOverToNodeTest {
    /** More than a partial file must have to be resumed. */
    private static final int BYTES = 40_000_000;
    /** The whole file takes five seconds, or 250 by {@link #CLOCK}. */
    private static final long SLOW = 64_000_000;
    /** Runs fifty times too fast, so that nobody waits until advice is worth it. */
    private static final RetryClock CLOCK = new RetryClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime() * 50;
        }
    };

    @TempDir
    private Path directory;

    @AutoClose
    private final Running running = new Running();

    private SshServer ssh;
    private EngineFixture engine;
    private WaybillHome home;
    private Outbox outbox;
    private Path source;
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger restarts = new AtomicInteger();

    @BeforeEach
    void start() throws Exception {
        ssh = running.use(SshServer.start(directory));
        engine = running.use(new EngineFixture(directory));
        home = new WaybillHome(engine.home);
        outbox = new Outbox(directory.resolve("outbox"));
        source = random(directory.resolve("source"), BYTES, 1);
    }

    @Test
    void theNodeSendsAllAgainAndNothingOfTheFirstOptionIsLeft() throws Exception {
        Path copy = engine.data.resolve("copy");
        TransferOrder first = bySsh(source, copy, SLOW);
        TransferResult result = service().move(first, atNode(first, 0), heard());

        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(result.report().sha256()).isNotNull();
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(restarts).as("what was copied counts no more").hasValue(1);
        assertThat(changes())
                .singleElement()
                .asString()
                .contains("changing over from sftp to tcp at waybill://127.0.0.1:")
                .endsWith("/copy, forecast 20.0-24.0 s for all data; they are sent again, and what sftp has left is"
                        + " removed at the end");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(partialNotes()).isEmpty();
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.transport()).isEqualTo("tcp");
            assertThat(kept.bytes()).isEqualTo(BYTES);
            assertThat(kept.resumedBytes()).isZero();
            assertThat(kept.seconds()).isLessThan(result.seconds());
        });
    }

    @Test
    void whatWouldNotGainAFifthWithTheDataSentAgainStays() throws Exception {
        Path copy = engine.data.resolve("copy");
        TransferOrder first = bySsh(source, copy, SLOW);
        TransferResult result = service()
                .move(
                        first,
                        all -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of(there(first, 0, forecast(240)))),
                        heard());
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(changes()).isEmpty();
        assertThat(copy).satisfies(sameContentAs(source));
    }

    @Test
    void aTreeGoesOnWhereItBeganAndItsWholeFilesStay() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep"));
        Path small = random(tree.resolve("a"), 1_000_000, 2);
        Path large = random(tree.resolve("b"), BYTES, 3);
        Path copy = engine.data.resolve("new");
        TransferOrder first = bySsh(tree.getParent(), copy, SLOW);
        TransferResult result = service()
                .move(
                        first,
                        all -> {
                            while (!Files.exists(copy.resolve("deep/a"))) {
                                Thread.sleep(10);
                            }
                            return atNode(first, 0).find(all);
                        },
                        heard());

        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(result.report().files()).isEqualTo(2);
        assertThat(copy.resolve("deep/a")).satisfies(sameContentAs(small));
        assertThat(copy.resolve("deep/b")).satisfies(sameContentAs(large));
        assertThat(copy.resolve("run7")).as("nested").doesNotExist();
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(partialNotes()).isEmpty();
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.transport()).isEqualTo("tcp");
            assertThat(kept.resumedBytes()).as("what SSH had finished").isEqualTo(1_000_000);
        });
    }

    @Test
    void fromSshToTheNodeAndOnOverARelayThatKeepsWhatTheNodeHas() throws Exception {
        WaybillNode relay = running.use(WaybillNode.start(
                NodeSettings.onLoopback(engine.home, Files.createDirectory(directory.resolve("relay data")))
                        .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                        .withListen(new InetSocketAddress("127.0.0.1", 0))));
        String via = "127.0.0.1:" + relay.address().getPort();
        Path copy = engine.data.resolve("copy");
        TransferOrder first = bySsh(source, copy, SLOW);
        TransferResult result = service()
                .move(
                        first,
                        all -> {
                            TransferOrder direct = there(first, SLOW, forecast(60));
                            TransferOrder relayed = there(first, 0, forecast(80));
                            return new BesideAdvice.Found(
                                    Estimate.UNKNOWN,
                                    List.of(
                                            direct,
                                            relayed.with(
                                                    relayed.request().over(NetworkPaths.through(List.of(via))),
                                                    "tcp",
                                                    relayed.forecast())));
                        },
                        heard());

        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(result.report().via()).containsExactly(via);
        assertThat(restarts).as("SSH's data alone are sent again").hasValue(1);
        assertThat(changes()).hasSize(2).last().asString().endsWith("; what was copied is kept");
        assertThat(relay.relayMeter().forwardedBytes()).isLessThan(BYTES);
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.via()).isEqualTo(via);
            assertThat(kept.resumedBytes()).as("by the node directly").isPositive();
        });
    }

    @Test
    void aNodeIsGivenUpForSshToo() throws Exception {
        Path copy = engine.data.resolve("copy");
        TransferOrder first = order(Location.local(source.toString()), engine.remote("/copy"), "tcp", SLOW);
        TransferOrder bySsh = bySsh(source, copy, 0);
        TransferResult result = service()
                .move(
                        first,
                        all -> new BesideAdvice.Found(
                                Estimate.UNKNOWN, List.of(bySsh.with(bySsh.request(), "sftp", forecast(20)))),
                        heard());
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(changes()).singleElement().asString().contains("changing over from tcp to sftp at sftp://");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(events).noneMatch(event -> event.startsWith("PARTIAL_KEPT"));
    }

    @Test
    void aDownloadChangesOverToTheNodeThatHasTheFile() throws Exception {
        Path there = Files.move(source, engine.data.resolve("source"));
        Path copy = directory.resolve("copy");
        TransferOrder first = order(ssh.location(there.toString()), Location.local(copy.toString()), "sftp", SLOW);
        TransferResult result = service().move(first, atNode(first, 0), heard());
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(copy).satisfies(sameContentAs(there));
        assertThat(EngineFixture.leftovers(directory).stream().filter(left -> directory.equals(left.getParent())))
                .isEmpty();
    }

    @Test
    void ifTheNodeFailsSshResumesWhatItHad() throws Exception {
        Path copy = engine.data.resolve("copy");
        TransferOrder first = bySsh(source, copy, SLOW);
        TransferResult result = service()
                .move(
                        first,
                        all -> {
                            BesideAdvice.Found found = atNode(first, 0).find(all);
                            engine.close();
                            return found;
                        },
                        heard());
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(changes())
                .hasSize(2)
                .last()
                .asString()
                .contains("tcp failed: ")
                .endsWith("; resuming by sftp");
        assertThat(events).anyMatch(event -> event.startsWith("RESUMED resuming at byte "));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(outcomes())
                .singleElement()
                .satisfies(kept -> assertThat(kept.transport()).isEqualTo("sftp"));
    }

    @Test
    void whatIsInterruptedAfterTheChangeIsResumedByTheNextRun() throws Exception {
        Path copy = engine.data.resolve("copy");
        TransferOrder first = bySsh(source, copy, SLOW);
        Thread user = Thread.currentThread();
        assertThatThrownBy(() -> service().move(first, atNode(first, SLOW), new TransferListener() {
                    private boolean changed;

                    @Override
                    public synchronized void onProgress(Progress progress) {
                        if (changed && progress.bytesDone() > BYTES / 4) {
                            user.interrupt();
                        }
                    }

                    @Override
                    public synchronized void onRestart() {
                        changed = true;
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(copy).doesNotExist();
        assertThat(outcomes()).isEmpty();

        TransferOrder again = bySsh(source, copy, SLOW);
        TransferResult result = service().move(again, atNode(again, 0), heard());
        assertThat(events).anyMatch(event -> event.startsWith("RESUMED resuming at byte "));
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(partialNotes()).isEmpty();
    }

    private TransferOrder bySsh(Path from, Path to, long rate) {
        return order(Location.local(from.toString()), ssh.location(to.toString()), "sftp", rate);
    }

    private static TransferOrder order(Location from, Location to, String transport, long rate) {
        return TransferOrder.of(
                new TransferRequest(from, to, NetworkPaths.DIRECT, new DataOptions(2, rate, Verify.SHA256)),
                transport,
                "here",
                "there",
                1,
                true);
    }

    private BesideAdvice atNode(TransferOrder first, long rate) {
        return all -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of(there(first, rate, forecast(20))));
    }

    /** By the node, at the place that proves to be the same. */
    private TransferOrder there(TransferOrder first, long rate, Estimate forecast) {
        try {
            TransferRequest place = new PlaceAtNode(
                            new EndpointStores(home, ssh.credentials(), null, (_, _) -> {}), remote())
                    .of(
                            first.request(),
                            new NodeAddress("127.0.0.1", engine.node.address().getPort()))
                    .orElseThrow();
            return order(place.source(), place.destination(), "tcp", rate)
                    .with(place.with(new DataOptions(0, rate, Verify.SHA256)), "tcp", forecast);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Estimate forecast(double seconds) {
        return new Estimate(
                seconds,
                seconds * 1.2,
                BYTES * 8 / seconds,
                ForecastBasis.HISTORY,
                9,
                null,
                "time-model",
                "of " + seconds,
                Evidence.HISTORY);
    }

    private RemoteTargets remote() throws Exception {
        return new RemoteTargets(HomeKey.names(engine.home), home.locks());
    }

    private TransferService service() throws Exception {
        Movers movers = Movers.standard(new Movers.Surroundings(
                        ssh.credentials(),
                        null,
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        InstantSource.system(),
                        HomeKey.names(engine.home),
                        home.locks()))
                .precededBy(List.of(new EngineMover(engine.home)));
        RetryPolicy soon = new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofHours(1), 3);
        return new TransferService(movers.all(), outbox, soon, CLOCK, new Random(1), null);
    }

    private TransferListener heard() {
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

    private Stream<String> changes() {
        return events.stream().filter(event -> event.startsWith("TRANSPORT_CHANGED"));
    }

    /** What the home notes of partial files at servers. */
    private List<Path> partialNotes() throws Exception {
        try (Stream<Path> notes = Files.list(home.locks())) {
            return notes.filter(note -> note.toString().matches(".*\\.(part|tree)"))
                    .toList();
        }
    }

    private List<TransferOutcome> outcomes() {
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
