package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.SilentService;
import org.waybill.client.WaybillHome;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Transfers by a host between the endpoints: this machine, a node nearby, and a node far away. */
@Timeout(60)
class StagedTransferTest {
    private static final int BYTES = 3_000_000;

    @TempDir
    private Path directory;

    private EngineFixture far;
    private WaybillNode near;
    private Path nearData;
    private Outbox outbox;
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<TransferListener.Progress> progress = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() throws Exception {
        far = new EngineFixture(directory);
        nearData = Files.createDirectory(directory.resolve("near data"));
        near = WaybillNode.start(NodeSettings.onLoopback(far.home, nearData)
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
        outbox = new Outbox(directory.resolve("outbox"));
    }

    @AfterEach
    void stop() {
        near.close();
        far.close();
    }

    @Test
    void eachHopIsVerifiedAndTheCopyBetweenIsRemoved() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferResult result = move(order(source, "/copy.h5", BYTES), heard());

        assertThat(far.data.resolve("copy.h5")).satisfies(sameContentAs(source));
        assertThat(nearData).isEmptyDirectory();
        assertThat(result.hops()).extracting(TransferResult.Hop::destination).containsExactly("127.0.0.1", "there");
        assertThat(result.hops())
                .extracting(TransferResult.Hop::sha256)
                .doesNotContainNull()
                .containsOnly(result.report().sha256());
        assertThat(result.report().compared()).isEqualTo(Compared.SOURCE);
        assertThat(result.report().bytes()).isEqualTo(BYTES);
        assertThat(result.report().via())
                .containsExactly("127.0.0.1:" + near.address().getPort());
        assertThat(events)
                .containsSubsequence(
                        "HOP hop 1 of 2, here to 127.0.0.1 by tcp", "HOP hop 2 of 2, 127.0.0.1 to there by tcp");
        assertThat(progress.stream().map(TransferListener.Progress::bytesDone))
                .as("one transfer")
                .isSorted()
                .allMatch(done -> done <= BYTES);
        assertThat(progress.getLast().bytesDone()).isEqualTo(BYTES);
        assertThat(outbox.size()).as("each hop has a history").isEqualTo(2);
    }

    @Test
    void aStoppedCopyResumesAtTheHopThatWasNotDone() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferOrder order = order(source, "/copy.h5", BYTES);
        stopAtSecondHop(order);
        assertThat(nearData).isNotEmptyDirectory();
        assertThat(far.data.resolve("copy.h5")).doesNotExist();
        assertThat(events).last().asString().contains("STAGED_KEPT", "'waybill rm -r waybill://127.0.0.1:");

        TransferResult result = move(order, heard());
        assertThat(far.data.resolve("copy.h5")).satisfies(sameContentAs(source));
        assertThat(result.hops())
                .extracting(TransferResult.Hop::resumedBytes)
                .as("the first hop sends nothing again")
                .containsExactly((long) BYTES, 0L);
        assertThat(result.forecast()).isEqualTo(Estimate.UNKNOWN);
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void whatTheSourceHasNoLongerIsNotCopiedFromAnEarlierRun() throws Exception {
        far.file("run7/a", 1_000, 1);
        Path gone = far.file("run7/sub/gone", 1_000, 2);
        TransferOrder order = order(directory.resolve("run7"), "/run7", 2_000);
        stopAtSecondHop(order);
        Files.delete(gone);

        move(order, heard());
        assertThat(far.data.resolve("run7/a")).exists();
        assertThat(far.data.resolve("run7/sub/gone")).doesNotExist();
        assertThat(events).anyMatch(event -> event.startsWith("STAGED_AGAIN"));
        assertThat(nearData).isEmptyDirectory();
    }

    /** A tree is compared from hop to hop like a file: not all of it may be there any more, nor be as it was. */
    @Test
    void aCopyBetweenThatChangesBeforeTheNextHopIsNoSuccess() throws Exception {
        far.file("run7/a", 1_000, 1);
        far.file("run7/sub/b", 1_000, 2);
        Path source = directory.resolve("run7");
        assertThatThrownBy(() -> move(order(source, "/fewer", 2_000), atSecondHop(stop -> {
                    Files.delete(stop.resolve("run7/a"));
                })))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_CONTENT))
                .hasMessageContaining("hop 2 of 2, 127.0.0.1 to there: ")
                .hasMessageContaining("1 files instead of 2");
        assertThatThrownBy(() -> move(order(source, "/more", 2_000), atSecondHop(stop -> {
                    Files.copy(stop.resolve("run7/a"), stop.resolve("run7/c"));
                })))
                .hasMessageContaining("3 files instead of 2");
        assertThatThrownBy(() -> move(order(source, "/other", 2_000), atSecondHop(stop -> {
                    Files.write(stop.resolve("run7/sub/b"), new byte[1_000]);
                })))
                .hasMessageContaining("the data are not those of the source: sha256 ");
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void copiesOfDifferentFilesHaveDirectoriesOfTheirOwn() throws Exception {
        far.file("run7/a", 1_000, 1);
        TransferOrder all = order(directory.resolve("run7"), "/run7", 1_000);
        EntryFilter small = new EntryFilter(List.of(), 0, 9_000, null, null, null);
        stopAtSecondHop(all);
        stopAtSecondHop(selecting(all, small));
        assertThat(nearData.toFile().list()).hasSize(2);
        stopAtSecondHop(selecting(all, new EntryFilter(List.of(), 0, 9_000, Instant.EPOCH, null, null)));
        assertThat(nearData.toFile().list())
                .as("an age is another time at each run")
                .hasSize(2);
    }

    @Test
    void aCopyBetweenThatCannotBeRemovedIsNotCopiedOn() throws Exception {
        far.file("run7/a", 1_000, 1);
        Path gone = far.file("run7/sub/gone", 1_000, 2);
        TransferOrder order = order(directory.resolve("run7"), "/run7", 2_000);
        stopAtSecondHop(order);
        Files.delete(gone);

        Path lock = between().resolve("run7/sub/.waybill-" + "0".repeat(32) + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.lock();
            assertThatThrownBy(() -> move(order, heard()))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TARGET_BUSY))
                    .hasMessageStartingWith(
                            "hop 1 of 2, here to 127.0.0.1: the intermediate copy at 127.0.0.1 is not" + " removed: ");
        }
        assertThat(far.data.resolve("run7")).doesNotExist();
        move(order, heard());
        assertThat(far.data.resolve("run7/a")).exists();
        assertThat(far.data.resolve("run7/sub")).isEmptyDirectory();
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void whatTheLastHopRefusesIsKnownBeforeAnythingIsSent() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferOrder plain = order(source, "/copy.h5", BYTES);
        CopyRules usual = CopyRules.USUAL;
        for (CopyRules refused : List.of(
                new CopyRules(usual.links(), usual.filter(), Overwrite.NEVER, "", Set.of()),
                new CopyRules(usual.links(), usual.filter(), Overwrite.DIFFERENT, "old", Set.of()))) {
            assertThatThrownBy(() -> move(by(refused, plain), heard()))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT))
                    .hasMessageStartingWith("hop 2 of 2, 127.0.0.1 to there: ");
        }
        assertThat(progress).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aFileThatTheFilterLeavesOutIsNoFailure() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        EntryFilter small = new EntryFilter(List.of(), 0, 9_000, null, null, null);
        TransferResult result = move(selecting(order(source, "/copy.h5", BYTES), small), heard());
        assertThat(result.report().files()).isZero();
        assertThat(result.hops()).hasSize(1);
        assertThat(far.data.resolve("copy.h5")).doesNotExist();
        assertThat(nearData).isEmptyDirectory();
    }

    private TransferOrder selecting(TransferOrder order, EntryFilter filter) {
        return by(CopyRules.USUAL.with(filter), order);
    }

    private TransferOrder by(CopyRules rules, TransferOrder order) {
        TransferRequest request = order.request();
        Location between = order.hops().getFirst().request().destination();
        return new TransferOrder(request.with(rules), "tcp", "here", "there", 1, Estimate.UNKNOWN, null, true)
                .along(option(request.source(), between.path(), request.destination()), order.bytes());
    }

    /** The only directory that a copy has made at the node between. */
    private Path between() throws IOException {
        try (Stream<Path> all = Files.list(nearData)) {
            return all.findFirst().orElseThrow();
        }
    }

    /** Something that happens to the intermediate copy. */
    @FunctionalInterface
    private interface Change {
        void make(Path stop) throws IOException;
    }

    private TransferListener atSecondHop(Change change) {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                if (text.startsWith("hop 2")) {
                    try {
                        change.make(between());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
    }

    @Test
    void theContentsOfADirectoryComeIntoTheDestinationItself() throws Exception {
        far.file("run7/sub/a", 1_000, 1);
        move(order(directory.resolve("run7"), "/", "/into/", 1_000), heard());
        assertThat(far.data.resolve("into/sub/a")).exists();
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void aCopyBetweenBehindSshIsInTheLoginDirectoryAndClosedToOthers() throws Exception {
        far.file("run7/sub/a", 1_000, 1);
        Path login = Path.of(System.getProperty("user.home"));
        List<String> found = new ArrayList<>();
        TransferListener looking = new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                if (text.startsWith("hop 2")) {
                    found.addAll(stagedIn(login));
                }
            }
        };
        try (SshServer ssh = SshServer.start(directory)) {
            Location here = Location.local(directory.resolve("run7").toString());
            Location stop = ssh.location("run7");
            Location there = ssh.location(directory.resolve("copy").toString());
            Candidate option = bySsh(here, there, List.of("127.0.0.1:" + ssh.port()))
                    .of(List.of(bySsh(here, stop, List.of()), bySsh(stop, there, List.of())));
            TransferOrder order = new TransferOrder(
                            TransferRequest.of(here, there), "sftp", "here", "there", 1, Estimate.UNKNOWN, null, true)
                    .along(option, 1_000);
            TestCredentials keys = new TestCredentials().sshKey(ssh.userKey()).knownHosts(ssh.knownHosts());
            TransferListener stopping = stoppingAtSecondHop();
            assertThatThrownBy(() -> move(order, stopping, TestMovers.of(keys).all(), keys))
                    .isInstanceOfAny(InterruptedException.class, TransferException.class);
            boolean _ = Thread.interrupted();
            String open = stagedIn(login).getFirst();
            // as by a run that was killed before it had closed it
            Files.setPosixFilePermissions(
                    Path.of(open.substring(0, open.indexOf(' '))), PosixFilePermissions.fromString("rwxr-xr-x"));
            move(order, looking, TestMovers.of(keys).all(), keys);
        }
        assertThat(directory.resolve("copy/sub/a")).exists();
        assertThat(found).hasSize(1).first().asString().endsWith(" rwx------");
        assertThat(stagedIn(login)).isEmpty();
    }

    private static Candidate bySsh(Location from, Location to, List<String> via) {
        return new Candidate(Tool.SFTP, Protocol.SFTP, "sftp", from, to, via, 1, false, true, true);
    }

    private static List<String> stagedIn(Path login) {
        try (Stream<Path> all = Files.list(login)) {
            List<String> found = new ArrayList<>();
            for (Path path : (Iterable<Path>) all::iterator) {
                if (path.getFileName().toString().startsWith("waybill-staged-")) {
                    found.add(path + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHostWithoutRoomIsNamedBeforeAnythingIsSent() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        assertThatThrownBy(() -> move(order(source, "/copy.h5", 1L << 60), heard()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL))
                .hasMessageMatching("127\\.0\\.0\\.1 cannot keep the intermediate copy: 1\\.00 EiB needed, .* free");
        assertThat(nearData).isEmptyDirectory();
        assertThat(progress).isEmpty();
    }

    @Test
    void aFailureThatNoRunGetsOverLeavesNothingBehind() throws Exception {
        assertThatThrownBy(() -> move(order(directory.resolve("absent"), "/copy.h5", -1), heard()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND))
                .hasMessageContaining("hop 1 of 2, here to 127.0.0.1: ")
                .hasMessageContaining("absent");
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void whatIsKeptAfterAFailureIsWhatARunCanUse() {
        for (Reason reason : Reason.values()) {
            TransferException failure = new TransferException(reason, "");
            boolean never = Set.of(
                            Reason.BAD_INPUT,
                            Reason.NOT_FOUND,
                            Reason.NOTHING_TO_DO,
                            Reason.UNSAFE,
                            Reason.WRONG_CONTENT,
                            Reason.VERIFICATION_FAILED,
                            Reason.INTERNAL)
                    .contains(reason);
            boolean room = Set.of(Reason.DISK_FULL, Reason.READ_ONLY, Reason.DISK_FAILED, Reason.PERMISSION)
                    .contains(reason);
            assertThat(StagedTransfer.isResumable(failure, true))
                    .as("%s at a stop", reason)
                    .isEqualTo(!never && !room);
            assertThat(StagedTransfer.isResumable(failure, false))
                    .as("%s at the destination", reason)
                    .isEqualTo(!never);
        }
        assertThat(StagedTransfer.isResumable(new TransferException(Reason.PERMISSION, "").having(7, 7), true))
                .as("one file cannot be read, the others are there")
                .isTrue();
    }

    @Test
    void whatTheUserAskedForHoldsForTheHopsThatItConcerns() {
        CopyRules asked = new CopyRules(
                Links.KEEP,
                new EntryFilter(List.of(), 5, 9, null, null, null),
                Overwrite.NEVER,
                "old",
                Set.of(Extra.HOLES));
        TransferOrder order = order(directory.resolve("x"), "/x", 7);
        TransferOrder hops = new TransferOrder(
                        order.request().with(asked), "tcp", "here", "there", 1, Estimate.UNKNOWN, null, true)
                .along(option(order.request().source(), "/x", order.request().destination()), 7);
        CopyRules first = hops.hops().getFirst().request().rules();
        CopyRules last = hops.hops().getLast().request().rules();
        assertThat(first).isEqualTo(new CopyRules(Links.KEEP, asked.filter(), Overwrite.DIFFERENT, "", asked.extras()));
        assertThat(last).isEqualTo(new CopyRules(Links.KEEP, EntryFilter.ALL, Overwrite.NEVER, "old", asked.extras()));
    }

    private void stopAtSecondHop(TransferOrder order) {
        assertThatThrownBy(() -> move(order, stoppingAtSecondHop()))
                .isInstanceOfAny(InterruptedException.class, TransferException.class);
        boolean _ = Thread.interrupted();
    }

    private TransferListener stoppingAtSecondHop() {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
                if (text.startsWith("hop 2")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    private TransferListener heard() {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {
                progress.add(now);
            }

            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
            }
        };
    }

    private TransferOrder order(Path from, String to, long bytes) {
        return order(from, "", to, bytes);
    }

    /** @param slash at the end of the source, or none */
    private TransferOrder order(Path from, String slash, String to, long bytes) {
        Location here = Location.local(from + slash);
        Candidate option = option(here, "/" + from.getFileName() + slash, far.remote(to));
        TransferRequest request = new TransferRequest(
                here, far.remote(to), NetworkPaths.through(option.via()), new DataOptions(0, 0, Verify.SHA256));
        return new TransferOrder(request, "tcp", "here", "there", 1, Estimate.UNKNOWN, null, true).along(option, bytes);
    }

    private Candidate option(Location from, String between, Location to) {
        int port = near.address().getPort();
        Location stop = EngineFixture.remote(port, between);
        List<Candidate> legs = Stream.of(List.of(from, stop), List.of(stop, to))
                .map(ends -> candidate(ends.getFirst(), ends.getLast(), List.of()))
                .toList();
        return candidate(from, to, List.of("127.0.0.1:" + port)).of(legs);
    }

    private static Candidate candidate(Location from, Location to, List<String> via) {
        return new Candidate(Tool.WAYBILL, Protocol.WAYBILL, "tcp", from, to, via, 0, false, true, true);
    }

    private TransferResult move(TransferOrder order, TransferListener listener) throws Exception {
        return move(order, listener, List.of(new EngineMover(far.home)), new TestCredentials());
    }

    private TransferResult move(TransferOrder order, TransferListener listener, List<Mover> movers, Credentials keys)
            throws Exception {
        TransferService transfers =
                new TransferService(movers, outbox, RetryPolicy.NONE, RetryClock.SYSTEM, new Random(1), null);
        SilentService silent = new SilentService() {};
        CircuitTransferService circuits = new CircuitTransferService(transfers, () -> silent, RetryClock.SYSTEM);
        return new StagedTransferService(
                        new StorageTransferService(circuits, () -> silent, RetryClock.SYSTEM),
                        new EndpointStores(new WaybillHome(far.home), keys, null, (code, text) -> {}),
                        TemporaryNames.ofThisProcess(),
                        RetryClock.SYSTEM)
                .move(order, listener);
    }
}
