package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.random;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.client.WaybillHome;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.PlaceAtNode;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;

/** Copies by SSH that change over to a node of the same host, with a real sshd and a real node. */
class ChangeOverToNodeTest extends AdvisedCase {
    /** More than a partial file must have to be resumed. */
    private static final int BYTES = 40_000_000;
    /** The whole file takes five seconds, or 250 by the fast clock. */
    private static final long SLOW = 64_000_000;

    private SshServer ssh;
    private WaybillHome home;
    private Path source;
    private Path copy;
    /** From {@link #source} to {@link #copy}, slowly. */
    private TransferOrder bySsh;

    ChangeOverToNodeTest() {
        super(BYTES);
    }

    @BeforeEach
    void start() throws Exception {
        ssh = running.use(SshServer.start(directory));
        home = new WaybillHome(engine.home);
        source = random(directory.resolve("source"), BYTES, 1);
        copy = engine.data.resolve("copy");
        bySsh = bySsh(source, copy, SLOW);
    }

    @Test
    void theNodeSendsAllAgainAndNothingOfTheFirstOptionIsLeft() throws Exception {
        TransferResult result = move(bySsh, atNode(bySsh, 0));

        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(result.report().sha256()).isNotNull();
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(restarts).as("what was copied counts no more").hasValue(1);
        assertThat(changes())
                .singleElement()
                .asString()
                .contains("changing over from sftp to tcp at waybill://127.0.0.1:")
                .endsWith("/copy, forecast 20.0-24.0 s for all data; partial files of sftp are not resumed, and are"
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
        TransferResult result =
                move(bySsh, all -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of(there(bySsh, 0, forecast(240)))));
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(changes()).isEmpty();
        assertThat(copy).satisfies(sameContentAs(source));
    }

    @Test
    void aTreeGoesOnWhereItBeganAndItsWholeFilesStay() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("run7/deep"));
        Path small = random(tree.resolve("a"), 1_000_000, 2);
        Path large = random(tree.resolve("b"), BYTES, 3);
        Path made = engine.data.resolve("new");
        TransferOrder first = bySsh(tree.getParent(), made, SLOW);
        TransferResult result = move(first, all -> {
            while (!Files.exists(made.resolve("deep/a"))) {
                Thread.sleep(10);
            }
            return atNode(first, 0).find(all);
        });

        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(result.report().files()).isEqualTo(2);
        assertThat(made.resolve("deep/a")).satisfies(sameContentAs(small));
        assertThat(made.resolve("deep/b")).satisfies(sameContentAs(large));
        assertThat(made.resolve("run7")).as("nested").doesNotExist();
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(partialNotes()).isEmpty();
        assertThat(outcomes()).singleElement().satisfies(kept -> {
            assertThat(kept.transport()).isEqualTo("tcp");
            assertThat(kept.resumedBytes()).as("what SSH had finished").isEqualTo(1_000_000);
        });
    }

    @Test
    void fromSshToTheNodeAndOnOverARelayThatKeepsWhatTheNodeHas() throws Exception {
        WaybillNode relay = startRelay();
        String via = "127.0.0.1:" + relay.address().getPort();
        TransferResult result = move(bySsh, all -> {
            TransferOrder direct = there(bySsh, SLOW, forecast(60));
            TransferOrder relayed = there(bySsh, 0, forecast(80));
            return new BesideAdvice.Found(
                    Estimate.UNKNOWN,
                    List.of(
                            direct,
                            relayed.with(
                                    relayed.request().over(NetworkPaths.through(List.of(via))),
                                    "tcp",
                                    relayed.forecast())));
        });

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
        TransferOrder first = order(Location.local(source.toString()), engine.remote("/copy"), "tcp", SLOW);
        TransferOrder next = bySsh(source, copy, 0);
        TransferResult result = move(
                first,
                all -> new BesideAdvice.Found(
                        Estimate.UNKNOWN, List.of(next.with(next.request(), "sftp", forecast(20)))));
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(changes()).singleElement().asString().contains("changing over from tcp to sftp at sftp://");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(events).noneMatch(event -> event.startsWith("PARTIAL_KEPT"));
    }

    @Test
    void aDownloadChangesOverToTheNodeThatHasTheFile() throws Exception {
        Path there = Files.move(source, engine.data.resolve("source"));
        Path here = directory.resolve("copy");
        TransferOrder first = order(ssh.location(there.toString()), Location.local(here.toString()), "sftp", SLOW);
        TransferResult result = move(first, atNode(first, 0));
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(here).satisfies(sameContentAs(there));
        assertThat(EngineFixture.leftovers(directory).stream().filter(left -> directory.equals(left.getParent())))
                .isEmpty();
    }

    @Test
    void ifTheNodeFailsSshResumesWhatItHad() throws Exception {
        TransferResult result = move(bySsh, all -> {
            BesideAdvice.Found found = atNode(bySsh, 0).find(all);
            engine.close();
            return found;
        });
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
        assertThat(events.stream().filter(event -> event.startsWith("PARTIAL_KEPT")))
                .singleElement()
                .asString()
                .endsWith("; re-run this command to remove it");
        assertThat(home.locks()).as("noted for the next run").isDirectoryContaining("glob:**.changed");
        assertThat(outcomes())
                .singleElement()
                .satisfies(kept -> assertThat(kept.transport()).isEqualTo("sftp"));
    }

    @Test
    void whatIsInterruptedAfterTheChangeIsResumedByTheNextRun() throws Exception {
        interruptAfterTheChange();
        TransferOrder again = bySsh(source, copy, SLOW);
        TransferResult result = move(again, atNode(again, 0));
        assertThat(events).anyMatch(event -> event.startsWith("RESUMED resuming at byte "));
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(result.report().transport()).isEqualTo("tcp");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(partialNotes()).isEmpty();
    }

    @Test
    void whatTheNodeHasOfAnInterruptedRunIsRemovedByTheRunThatCompletesTheCopyBySsh() throws Exception {
        interruptAfterTheChange();
        assertThat(EngineFixture.leftovers(engine.data))
                .anyMatch(left -> left.toString().endsWith(".ledger"));
        assertThat(home.locks()).isDirectoryContaining("glob:**.changed");

        TransferResult result = move(bySsh(source, copy, 0), _ -> new BesideAdvice.Found(Estimate.UNKNOWN, List.of()));
        assertThat(result.report().transport()).isEqualTo("sftp");
        assertThat(copy).satisfies(sameContentAs(source));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(home.locks()).isDirectoryNotContaining("glob:**.changed");
    }

    @Override
    TransferService service() throws Exception {
        return super.service().noting(home.locks());
    }

    private void interruptAfterTheChange() throws Exception {
        Thread user = Thread.currentThread();
        assertThatThrownBy(() -> service().move(bySsh, atNode(bySsh, SLOW), new TransferListener() {
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

    private RemoteTargets remote() throws Exception {
        return new RemoteTargets(HomeKey.names(engine.home), home.locks());
    }

    @Override
    List<Mover> movers() throws Exception {
        return Movers.standard(new Movers.Surroundings(
                        ssh.credentials(),
                        null,
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        InstantSource.system(),
                        HomeKey.names(engine.home),
                        home.locks()))
                .precededBy(List.of(new EngineMover(engine.home)))
                .all();
    }

    /** What the home notes of partial files at servers. */
    private List<Path> partialNotes() throws Exception {
        try (Stream<Path> notes = Files.list(home.locks())) {
            return notes.filter(note -> note.toString().matches(".*\\.(part|tree)"))
                    .toList();
        }
    }
}
