package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.HostProfile;
import org.waybill.client.dataset.CompositeCounter;
import org.waybill.client.dataset.DatasetCounter;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.dataset.StoreCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.protocol.Protocol;

/** What a move of little looks at, and what it leaves alone, with real servers. */
class FastPathAdviceTest {
    private static final long LITTLE = 4 << 20;
    private static final long LITTLE_WITHOUT_SERVICE = 16 << 20;
    /** What is there answers at once, but not on every machine at every moment. */
    private static final DiscoveryBudget PATIENT =
            new DiscoveryBudget(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30), 512 * 1024);

    @TempDir
    private Path directory;

    private final Set<Protocol> lookedFor = Collections.synchronizedSet(new HashSet<>());
    private final FakeService service = new FakeService();
    private boolean serviceRuns = true;

    @Test
    void littleIsSentByTheNamedProtocolAndNothingElseIsAsked() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        try (SshServer server = SshServer.start(directory)) {
            Endpoint there = new Endpoint(server.location(directory + "/y"), true);
            Advisor.AdviceResult adviceResult =
                    advise(local(file), there, server.credentials()).orElseThrow();
            assertThat(adviceResult.candidates().getFirst().transport()).isEqualTo("sftp");
            assertThat(adviceResult.advice().workflows().getFirst().movable()).isTrue();
            assertThat(adviceResult.counted()).contains(new DatasetSize(new Dataset(5000, 1), false, true));
            assertThat(lookedFor).containsExactlyInAnyOrder(Protocol.SSH, Protocol.SFTP, Protocol.SCP);
            assertThat(service.asked).isEmpty();
            assertThat(adviceResult.advice().paths()).isEmpty();
            AdviceRequest preferring = AdviceRequest.of(local(file), there).preferring(List.of(Protocol.SCP));
            assertThat(facts(preferring, server.credentials()))
                    .as("what the user prefers counts, before the URL")
                    .hasValueSatisfying(
                            facts -> assertThat(facts.request().prefer()).containsExactly(Protocol.SCP));
        }
    }

    @Test
    void theFarEndIsAskedHowMuchThereIs() throws Exception {
        Path small = Files.write(directory.resolve("small"), new byte[5000]);
        Path large = Files.createFile(directory.resolve("large"));
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw");
                SshServer server = SshServer.start(directory)) {
            sparse.setLength(LITTLE + 1);
            Endpoint here = EndpointParser.parse(directory + "/copy");
            assertThat(advise(new Endpoint(server.location(small.toString()), true), here, server.credentials()))
                    .hasValueSatisfying(adviceResult -> assertThat(adviceResult.counted())
                            .contains(new DatasetSize(new Dataset(5000, 1), false, true)));
            assertThat(advise(new Endpoint(server.location(large.toString()), true), here, server.credentials()))
                    .isEmpty();
            assertThatThrownBy(() -> advise(
                            new Endpoint(server.location(directory + "/absent"), true), here, server.credentials()))
                    .isInstanceOfSatisfying(
                            TransferException.class,
                            failure -> assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND));
        }
    }

    /** What it has may be terabytes: a refused log-in was taken for a source that has no size, and so for little. */
    @Test
    void whatCouldBeCountedButWasNotIsLeftToThoroughAdvice() throws Exception {
        Path small = Files.write(directory.resolve("small"), new byte[5000]);
        try (SshServer server = SshServer.start(directory)) {
            assertThat(advise(
                            new Endpoint(server.location(small.toString()), true),
                            EndpointParser.parse(directory + "/copy"),
                            new TestCredentials()))
                    .isEmpty();
            assertThat(lookedFor).isNotEmpty();
        }
    }

    @Test
    void moreIsLittleWhereTheServiceHadToBeStarted() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw");
                SshServer server = SshServer.start(directory)) {
            Endpoint there = new Endpoint(server.location(directory + "/y"), true);
            sparse.setLength(LITTLE + 1);
            assertThat(advise(local(file), there, server.credentials())).isEmpty();
            serviceRuns = false;
            assertThat(advise(local(file), there, server.credentials())).isPresent();
            sparse.setLength(LITTLE_WITHOUT_SERVICE + 1);
            assertThat(advise(local(file), there, server.credentials())).isEmpty();
        }
    }

    @Test
    void muchAndManyAreLeftToThoroughAdviceBeforeAnyPortIsTried() throws Exception {
        Endpoint there = EndpointParser.parse("user@127.0.0.1:/x");
        Path large = Files.createFile(directory.resolve("large"));
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(LITTLE + 1);
        }
        assertThat(advise(local(large), there, new TestCredentials())).isEmpty();
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i <= FastPathAdvice.MOST_FILES; i++) {
            Files.createFile(many.resolve("f" + i));
        }
        assertThat(advise(local(many), there, new TestCredentials())).isEmpty();
        assertThat(lookedFor).isEmpty();
    }

    @Test
    void whatDoesNotAnswerIsLeftToThoroughAdvice() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        int closed;
        try (ServerSocket free = new ServerSocket(0)) {
            closed = free.getLocalPort();
        }
        Endpoint there = new Endpoint(new Location("sftp", null, "127.0.0.1", closed, "/y"), true);
        assertThat(advise(local(file), there, new TestCredentials())).isEmpty();
        assertThat(lookedFor).isNotEmpty();
    }

    /** The server speaks FTP and FTPS at one port, and the order of protocols has FTPS first. */
    @Test
    void theProtocolThatWasWrittenDownGoesBeforeItsKin() throws Exception {
        Path file = Files.write(directory.resolve("x"), new byte[5000]);
        Path root = Files.createDirectory(directory.resolve("ftp"));
        TestAuthority authority = TestAuthority.in(directory);
        try (FtpServer server = FtpServer.startTls(directory, root, authority.loopback())) {
            for (Protocol protocol : List.of(Protocol.FTP, Protocol.FTPS)) {
                Endpoint there = EndpointParser.parse(protocol.scheme() + "://127.0.0.1:" + server.port() + "/ftp/x");
                assertThat(advise(local(file), there, new TestCredentials())).hasValueSatisfying(adviceResult -> {
                    assertThat(adviceResult.candidates())
                            .extracting(Candidate::protocol)
                            .contains(Protocol.FTPS)
                            .satisfies(all -> assertThat(all.contains(Protocol.FTP))
                                    .as("ftps is not exchanged for ftp")
                                    .isEqualTo(protocol == Protocol.FTP));
                    assertThat(adviceResult.candidates().getFirst().protocol()).isEqualTo(protocol);
                });
            }
        }
    }

    @Test
    void aStreamHasNoSizeThatAForecastCouldBeMadeOf() throws Exception {
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(directory.resolve("home"), Files.createDirectory(directory.resolve("data")))
                        .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Endpoint there =
                    EndpointParser.parse("waybill://127.0.0.1:" + node.address().getPort() + "/y");
            assertThat(advise(EndpointParser.parse("-"), there, new TestCredentials()))
                    .hasValueSatisfying(advice -> {
                        assertThat(advice.counted()).isEmpty();
                        assertThat(advice.candidates().getFirst().transport()).isEqualTo("tcp");
                    });
        }
    }

    @Test
    void besideACopyOnlyTheNodeIsProbedAndTheServiceAsked() throws Exception {
        service.profiles = Map.of(
                "127.0.0.1",
                new HostProfile(
                        "127.0.0.1", "", "", null, List.of(), List.of(), List.of("relay.example.org:7411"), List.of()));
        service.history = Map.of("tcp", 100.0);
        try (WaybillNode node = WaybillNode.start(
                NodeSettings.onLoopback(directory.resolve("home"), Files.createDirectory(directory.resolve("data")))
                        .withListen(new InetSocketAddress("127.0.0.1", 0)))) {
            Endpoint there =
                    EndpointParser.parse("waybill://127.0.0.1:" + node.address().getPort() + "/y");
            Dataset all = new Dataset(7_000_000_000L, 3);
            Advisor.AdviceResult adviceResult = FastPathAdvice.beside(
                            AdviceRequest.of(local(directory.resolve("not counted")), there),
                            all,
                            TransferTimer.NONE,
                            usual(boundedOnly(_ -> {
                                throw new AssertionError("the copy knows how much there is");
                            })))
                    .judge();
            assertThat(adviceResult.counted()).contains(new DatasetSize(all, true, true));
            assertThat(adviceResult.advice().workflows())
                    .extracting(option -> option.transport()
                            + option.via()
                            + option.estimate().secondsP50())
                    .containsExactlyInAnyOrder("tcp[]100.0", "tcp[relay.example.org:7411]100.0");
            assertThat(service.asked).allMatch(query -> query.bytes() == all.bytes() && query.files() == 3);
            assertThat(lookedFor).containsExactly(Protocol.WAYBILL);
        }
    }

    private static Endpoint local(Path path) {
        return new Endpoint(Location.local(path.toString()), true);
    }

    private Optional<Advisor.AdviceResult> advise(Endpoint from, Endpoint to, TestCredentials credentials)
            throws Exception {
        return facts(AdviceRequest.of(from, to), credentials).map(AdviceFacts::judge);
    }

    private Optional<AdviceFacts> facts(AdviceRequest request, TestCredentials credentials) throws Exception {
        return FastPathAdvice.of(
                request,
                serviceRuns,
                usual(boundedOnly(new CompositeCounter(List.of(
                        new LocalCounter(1_000_000, Duration.ofSeconds(2)),
                        new StoreCounter(
                                List.of(SftpStore.provider(credentials, null)), 1_000, Duration.ofSeconds(2)))))));
    }

    private AdvisorPorts usual(DatasetCounter counter) {
        Discovery discovery = new Discovery(PATIENT);
        return new AdvisorPorts(
                HostResolver.system(Duration.ofSeconds(5)),
                hosts -> {
                    hosts.forEach(host -> host.targets().forEach(target -> lookedFor.add(target.protocol())));
                    return discovery.scan(hosts);
                },
                service,
                Duration.ofSeconds(5),
                (end, port, _) -> {
                    assertThat(end.isLocal()).as("no other machine is examined").isTrue();
                    return HostFacts.unknown(end.host(), List.of());
                },
                counter,
                far -> {
                    throw new AssertionError("the path is not surveyed");
                },
                TransferTimer.NONE,
                tool -> true,
                InstantSource.system(),
                note -> {});
    }

    private static DatasetCounter boundedOnly(DatasetCounter counter) {
        return new DatasetCounter() {
            @Override
            public Optional<DatasetSize> count(Endpoint source) {
                throw new AssertionError("no more is counted than is little");
            }

            @Override
            public DatasetCounter upTo(long files) {
                assertThat(files).isEqualTo(FastPathAdvice.MOST_FILES + 1);
                return counter.upTo(files);
            }
        };
    }
}
