package org.waybill.engine.mover.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;
import org.waybill.engine.mover.engine.Distributor.Delivery;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;

/** One file to several nodes of one home, on loopback. */
@Timeout(120)
class DistributorTest {
    private static final int FLOWING_BYTES = 48 << 20;
    /** Five seconds for that: each hop needs one or two before it begins. */
    private static final long RATE = 80_000_000;

    @TempDir
    private Path directory;

    private EngineFixture first;
    private final List<WaybillNode> nodes = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        first = new EngineFixture(directory);
        for (int i = 0; i < 4; i++) {
            nodes.add(node(i, RelaySettings.DEFAULT.withInnerAllowed()));
        }
    }

    private WaybillNode node(int number, RelaySettings relay) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(first.home, Files.createDirectories(data(number)))
                .withRelay(relay)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    private Path data(int number) {
        return directory.resolve("sink" + number);
    }

    private Location sink(int number, String path) {
        return EngineFixture.remote(nodes.get(number).address().getPort(), path);
    }

    @AfterEach
    void stop() {
        nodes.forEach(WaybillNode::close);
        first.close();
    }

    @Test
    void everySinkGetsItsVerifiedCopyAndSomeComeFromOtherSinks() throws Exception {
        Path source = first.file("data set.bin", 5_000_000, 1);
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/in/"), sink(1, "/in/"), sink(2, "/other name"), sink(3, "/in/")),
                        true,
                        TransferListener.NONE);
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull());
        assertThat(deliveries.stream().map(Delivery::sha256).distinct()).hasSize(1);
        assertThat(data(0).resolve("in/data set.bin")).satisfies(sameContentAs(source));
        assertThat(data(2).resolve("other name")).satisfies(sameContentAs(source));
        assertThat(data(3).resolve("in/data set.bin")).satisfies(sameContentAs(source));
        assertThat(deliveries)
                .anySatisfy(delivery -> assertThat(delivery.from()).startsWith("waybill://"));
    }

    @Test
    void aDirectoryThatLiesAtANodeIsDistributedFromThere() throws Exception {
        first.file("sink0/run/a", 100_000, 1);
        first.file("sink0/run/b/c", 3_000_000, 2);
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(sink(0, "/run"), List.of(sink(1, "/in/"), sink(2, "/in/")), true, TransferListener.NONE);
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull());
        assertThat(data(2).resolve("in/run/b/c")).satisfies(sameContentAs(data(0).resolve("run/b/c")));
        assertThat(data(1).resolve("in/run/a")).satisfies(sameContentAs(data(0).resolve("run/a")));
    }

    @Test
    void aNodeThatSendsToAnotherReportsWhatItDoesNotTransfer() throws Exception {
        first.file("sink0/run/a", 1_000, 1);
        first.file("sink0/run/b", 1_000, 2);
        Files.createSymbolicLink(data(0).resolve("run/absolute"), Path.of("/etc/passwd"));
        List<String> events = new ArrayList<>();
        TransferListener listener = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public void onEvent(String code, String text) {
                events.add(text);
            }
        };
        new EngineMover(first.home)
                .move(
                        TransferRequest.of(sink(0, "/run"), sink(1, "/in/"))
                                .with(CopyRules.USUAL.with(EnumSet.of(Extra.OWNERS, Extra.ACLS))),
                        listener);
        assertThat(data(1).resolve("in/run/b")).satisfies(sameContentAs(data(0).resolve("run/b")));
        assertThat(events)
                .containsExactlyInAnyOrder(
                        "owners and groups are not kept: a node that sends to another does not transfer them (--owner)",
                        "access control lists are not kept: a node that sends to another does not transfer them"
                                + " (--acls)",
                        "absolute is a symbolic link out of the node's data directory");
    }

    /** Also by nodes that have more in the same directory than what they were sent. */
    @Test
    void filtersHoldForEveryCopy() throws Exception {
        first.file("run/a", 100_000, 1);
        first.file("run/b/c", 3_000_000, 2);
        first.file("run/b/d.tmp", 1_000, 3);
        for (int number = 0; number < 3; number++) {
            Files.writeString(
                    Files.createDirectories(data(number).resolve("in/b")).resolve("of-" + number + ".tmp"), "");
        }
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "*.tmp", FilterRule.Kind.EXCLUDE);
        EntryFilter filter = new EntryFilter(rules, 0, Long.MAX_VALUE, null, null, null);
        List<Delivery> deliveries = new Distributor(first.home, 0, filter)
                .run(
                        Location.local(directory.resolve("run") + "/"),
                        List.of(sink(0, "/in/"), sink(1, "/in/"), sink(2, "/in/")),
                        true,
                        TransferListener.NONE);
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull())
                .allSatisfy(delivery -> assertThat(delivery.bytes()).isEqualTo(3_100_000))
                .anySatisfy(delivery -> assertThat(delivery.from()).startsWith("waybill://"));
        for (int number = 0; number < 3; number++) {
            try (Stream<Path> all = Files.walk(data(number).resolve("in"))) {
                assertThat(all.filter(Files::isRegularFile)
                                .map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("a", "c", "of-" + number + ".tmp");
            }
        }
        deliveries = new Distributor(first.home, 0, filter)
                .run(sink(0, "/in/"), List.of(sink(3, "/out")), true, TransferListener.NONE);
        assertThat(deliveries.getFirst().failure()).isNull();
        assertThat(data(3).resolve("out/b/c")).exists();
        assertThat(data(3).resolve("out/b/of-0.tmp")).doesNotExist();
        for (Location file : List.of(Location.local(directory.resolve("run/a").toString()), sink(0, "/in/a"))) {
            assertThatThrownBy(() -> new Distributor(first.home, 0, filter)
                            .run(file, List.of(sink(3, "/in/")), true, TransferListener.NONE))
                    .hasMessageContaining("filters are for a directory");
        }
    }

    @Test
    void whatADirectoryHoldsIsDistributedIntoTheSinksThemselves() throws Exception {
        first.file("run/a", 100_000, 1);
        Path deep = first.file("run/b/c", 3_000_000, 2);
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(directory.resolve("run") + "/"),
                        List.of(sink(0, "/in/"), sink(1, "/in"), sink(2, "/"), sink(3, "/in/")),
                        true,
                        TransferListener.NONE);
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull());
        assertThat(deliveries)
                .anySatisfy(delivery -> assertThat(delivery.from()).startsWith("waybill://"));
        for (Path copy : List.of(data(0).resolve("in"), data(1).resolve("in"), data(2), data(3).resolve("in"))) {
            assertThat(copy.resolve("b/c")).satisfies(sameContentAs(deep));
            assertThat(copy.resolve("a")).exists();
        }
    }

    /** As whole copies, and through the nodes. */
    @ParameterizedTest
    @ValueSource(ints = {2_000_000, 17 << 20})
    void aFileThatGoesIntoADirectoryNamedWithoutASlashIsSentOnWithoutTheRestOfTheDirectory(int bytes) throws Exception {
        for (int number = 0; number < 4; number++) {
            Files.writeString(
                    Files.createDirectories(data(number).resolve("in")).resolve("of-" + number), "private");
        }
        Path source = first.file("run7.h5", bytes, 11);
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/in"), sink(1, "/in"), sink(2, "/in"), sink(3, "/in")),
                        true,
                        TransferListener.NONE);
        assertThat(deliveries)
                .allSatisfy(delivery -> {
                    assertThat(delivery.failure()).isNull();
                    assertThat(delivery.bytes()).isEqualTo(bytes);
                })
                .anySatisfy(delivery -> assertThat(delivery.from()).startsWith("waybill://"));
        for (int number = 0; number < 4; number++) {
            assertThat(data(number).resolve("in/run7.h5")).satisfies(sameContentAs(source));
            try (Stream<Path> all = Files.list(data(number).resolve("in"))) {
                assertThat(all.map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("run7.h5", "of-" + number);
            }
        }
    }

    @Test
    void aDirectoryOfANodeNeedsDestinationsThatEndInASlash() throws Exception {
        first.file("sink0/run/a", 100_000, 1);
        assertThatThrownBy(() -> new Distributor(first.home, 0)
                        .run(sink(0, "/run"), List.of(sink(1, "/in"), sink(2, "/in/")), true, TransferListener.NONE))
                .hasMessageContaining("end every destination with a slash");
        assertThat(data(1).resolve("in")).doesNotExist();
    }

    /** A sink that has more in the directory than it was sent would send that, too. */
    @Test
    void aSinkThatSendsSomethingElseIsReportedAndNotAskedAgain() throws Exception {
        first.file("run/a", 100_000, 1);
        for (int number = 0; number < 2; number++) {
            Files.writeString(
                    Files.createDirectories(data(number).resolve("in")).resolve("of-" + number), "private");
        }
        Diary diary = new Diary(() -> {});
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(directory.resolve("run") + "/"),
                        List.of(sink(0, "/in/"), sink(1, "/in/"), sink(2, "/in/"), sink(3, "/in/")),
                        true,
                        diary);
        assertThat(diary.events)
                .anyMatch(event -> event.startsWith("REATTACHED")
                        && event.contains("sent something else than it had received (2 files of 100007 bytes"));
        assertThat(deliveries).allSatisfy(delivery -> {
            assertThat(delivery.failure()).isNull();
            assertThat(delivery.files()).isEqualTo(1);
        });
    }

    @Test
    void onePlaceThatIsNamedInTwoWaysIsNotTwoCopies() throws Exception {
        Path source = first.file("source", 10, 1);
        assertThatThrownBy(() -> new Distributor(first.home, 0)
                        .run(
                                Location.local(source.toString()),
                                List.of(sink(0, "/in"), sink(0, "/in/")),
                                true,
                                TransferListener.NONE))
                .hasMessageStartingWith("waybill://")
                .hasMessageEndingWith("/in/ is named twice: name each place once");
    }

    @Test
    void aSinkThatCannotSendOnIsNotAskedAgainAndTheOthersAreServedElsewhere() throws Exception {
        nodes.set(0, node(10, RelaySettings.DEFAULT)); // leads to no private address, so it sends nothing on here
        Path source = first.file("source", 2_000_000, 3);
        List<String> events = new CopyOnWriteArrayList<>();
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/copy"), sink(1, "/copy"), sink(2, "/copy"), sink(3, "/copy")),
                        true,
                        new TransferListener() {
                            @Override
                            public void onProgress(Progress progress) {}

                            @Override
                            public void onEvent(String code, String text) {
                                events.add(code);
                            }
                        });
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull());
        assertThat(events.stream().filter("DELIVERED"::equals)).hasSize(4);
        assertThat(deliveries)
                .noneSatisfy(delivery -> assertThat(delivery.from())
                        .contains(":" + nodes.getFirst().address().getPort() + "/"));
    }

    @Test
    void aSinkThatIsDownIsGivenUpAndTheOthersAreServed() throws Exception {
        Location dead = sink(3, "/copy");
        nodes.get(3).close();
        Path source = first.file("source", 1_000_000, 4);
        List<Delivery> deliveries = new Distributor(first.home, 0)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/copy"), dead, sink(1, "/copy")),
                        true,
                        TransferListener.NONE);
        assertThat(deliveries.get(0).failure()).isNull();
        assertThat(deliveries.get(2).failure()).isNull();
        assertThat(deliveries.get(1).failure())
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
    }

    /** Notes what happens, and does something when a quarter has arrived somewhere. */
    private static final class Diary implements TransferListener {
        final List<String> events = new CopyOnWriteArrayList<>();
        private final Runnable whenUnderWay;
        private final AtomicBoolean underWay = new AtomicBoolean();

        Diary(Runnable whenUnderWay) {
            this.whenUnderWay = whenUnderWay;
        }

        @Override
        public void onProgress(Progress progress) {
            if (progress.totalBytes() > 0
                    && progress.bytesDone() > progress.totalBytes() / 4
                    && underWay.compareAndSet(false, true)) {
                whenUnderWay.run();
            }
        }

        @Override
        public void onEvent(String code, String text) {
            events.add(code + " " + text);
        }
    }

    private long partsAt(int number) {
        try (Stream<Path> files = Files.list(data(number))) {
            return files.filter(file -> file.getFileName().toString().endsWith(".part"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLargeFileFlowsThroughTheNodesWhileTheyReceiveIt() throws Exception {
        Path source = first.file("source", FLOWING_BYTES, 6);
        List<Integer> receivingAtOnce = new CopyOnWriteArrayList<>();
        List<Long> shown = new CopyOnWriteArrayList<>();
        TransferListener watch = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                int now = 0;
                for (int i = 0; i < 4; i++) {
                    now += (int) partsAt(i);
                }
                receivingAtOnce.add(now);
                shown.add(progress.bytesDone());
            }
        };
        List<Delivery> deliveries = new Distributor(first.home, RATE)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/copy"), sink(1, "/copy"), sink(2, "/copy"), sink(3, "/copy")),
                        true,
                        watch);
        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery.failure()).isNull());
        for (int i = 0; i < 4; i++) {
            assertThat(data(i).resolve("copy")).satisfies(sameContentAs(source));
        }
        assertThat(deliveries.stream().filter(delivery -> delivery.from().isEmpty()))
                .as("only the first is sent from" + " here")
                .hasSize(1);
        assertThat(shown)
                .as("bytes of all copies together")
                .isSorted()
                .last()
                .satisfies(last -> assertThat(last).isGreaterThan(2L * FLOWING_BYTES));
        assertThat(receivingAtOnce).as("sinks that receive at once").anyMatch(sinks -> sinks >= 3);
    }

    @Test
    void theRestOfTheChainIsServedWhenItsFirstNodeDies() throws Exception {
        Path source = first.file("source", FLOWING_BYTES, 7);
        Diary diary = new Diary(() -> nodes.getFirst().close());
        List<Delivery> deliveries = new Distributor(first.home, RATE)
                .run(
                        Location.local(source.toString()),
                        List.of(sink(0, "/copy"), sink(1, "/copy"), sink(2, "/copy")),
                        true,
                        diary);
        assertThat(deliveries.get(0).failure()).as("events %s", diary.events).isNotNull();
        assertThat(diary.events).anyMatch(event -> event.startsWith("REATTACHED"));
        for (int i = 1; i < 3; i++) {
            assertThat(deliveries.get(i).failure())
                    .as("events %s", diary.events)
                    .isNull();
            assertThat(data(i).resolve("copy")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void aTimeThatTheStartOfTheSendersMakesUpIsNotExpected() throws Exception {
        Location source = Location.local(first.file("source", 2_000_000, 8).toString());
        List<Location> sinks = List.of(sink(0, "/a"), sink(1, "/a"));
        double fast = 1e9;
        double slow = 1e6;
        assertThat(new Distributor(first.home, 0).expect(source, sinks, links(fast)))
                .get()
                .matches(expected -> !expected.isTimed());
        assertThat(new Distributor(first.home, 0).expect(source, sinks, links(slow)))
                .get()
                .matches(Distributor.Expected::isTimed)
                .satisfies(expected -> assertThat(expected.seconds()).isGreaterThan(16));
    }

    private static double[][] links(double rate) {
        return new double[][] {{Double.NaN, rate, rate}, {Double.NaN, Double.NaN, rate}, {Double.NaN, rate, Double.NaN}
        };
    }

    @Test
    void badOrdersAreRefusedBeforeAnythingIsSent() throws Exception {
        Distributor distributor = new Distributor(first.home, 0);
        Location here = Location.local(first.file("source", 10, 5).toString());
        assertThatThrownBy(() -> distributor.run(here, List.of(Location.local("/x")), true, TransferListener.NONE))
                .hasMessageContaining("waybill://");
        assertThatThrownBy(
                        () -> distributor.run(here, List.of(sink(0, "/a"), sink(0, "/a")), true, TransferListener.NONE))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> distributor.run(
                        Location.local("/nowhere"), List.of(sink(0, "/a")), true, TransferListener.NONE))
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> distributor.run(
                        Location.local(directory.toString()), List.of(sink(0, "/a")), true, TransferListener.NONE))
                .hasMessageContaining("slash");
    }
}
