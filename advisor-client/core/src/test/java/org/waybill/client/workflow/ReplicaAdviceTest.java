package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.Checksum;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.SshServer;

/** Copies of the same data at several hosts; the hosts are real servers, the catalogue's answer is a test's. */
class ReplicaAdviceTest {
    private static final Checksum SUM = new Checksum("sha256", "ab".repeat(32));

    @TempDir
    Path directory;

    private final FakeService service = new FakeService();

    private Advice advise(AdviceRequest request) throws Exception {
        return new Advisor(new AdvisorPorts(
                        HostResolver.system(Duration.ofSeconds(5)),
                        new Discovery(DiscoveryBudget.USUAL),
                        service,
                        Duration.ofSeconds(5),
                        (end, port, _) -> HostFacts.unknown(end.host(), List.of()),
                        source -> Optional.empty(),
                        PathSurveyor.NONE,
                        TransferTimer.NONE,
                        tool -> true,
                        InstantSource.system(),
                        note -> {}))
                .advise(request)
                .advice();
    }

    private static Replica replica(String host, String... urls) {
        return new Replica(
                host,
                List.of(urls).stream().map(url -> new ReplicaAccess(url, "")).toList(),
                0,
                "index",
                null);
    }

    private static FoundFile file(String name, Replica... replicas) {
        return new FoundFile(name, "d", 5_000L, List.of(SUM), List.of(replicas));
    }

    @Test
    void theQuickestCopyIsFirstWhereverItLies() throws Exception {
        try (SshServer slow = SshServer.start(Files.createDirectory(directory.resolve("a")));
                SshServer quick = SshServer.start(Files.createDirectory(directory.resolve("b")))) {
            String named = "sftp://127.0.0.1:" + slow.port() + "/data/t.nc";
            String other = "sftp://localhost:" + quick.port() + "/pub/t.nc";
            service.found = new FoundData(
                    List.of(file("t.nc", replica("127.0.0.1", named), replica("localhost", other))),
                    List.of("index"),
                    List.of());
            service.history = Map.of("127.0.0.1 sftp", 100.0, "localhost sftp", 5.0, "scp", 200.0, "rsync+ssh", 200.0);
            Advice advice = advise(AdviceRequest.of(
                    EndpointParser.parse(named),
                    EndpointParser.parse(directory.resolve("copy").toString())));
            Workflow best = advice.workflows().getFirst();
            assertThat(best.replica()).isNotNull();
            assertThat(best.replica().url()).isEqualTo(other);
            assertThat(best.reasons())
                    .contains(new Remark(ReasonCode.REPLICA, "the copy at localhost that index lists"));
            assertThat(best.steps())
                    .anySatisfy(step -> assertThat(step.command()).contains("/pub/t.nc"));
            assertThat(best.estimate().secondsP50()).isEqualTo(5.0);
            assertThat(advice.workflows()).anySatisfy(option -> {
                assertThat(option.replica()).isNull();
                assertThat(option.transport()).isEqualTo("sftp");
                assertThat(option.estimate().secondsP50()).isEqualTo(100.0);
            });
            assertThat(advice.source().host()).as("the source that was named").isEqualTo("127.0.0.1");
        }
    }

    @Test
    void aCopyThatCannotBeUsedIsARemarkAndTheRestStands() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            String named = "sftp://127.0.0.1:" + server.port() + "/data/t.nc";
            service.found = new FoundData(
                    List.of(file(
                            "t.nc", replica("127.0.0.1", named), replica("gone", "sftp://no-such-host.invalid/t.nc"))),
                    List.of("index"),
                    List.of());
            Advice advice = advise(AdviceRequest.of(EndpointParser.parse(named), EndpointParser.parse("copy")));
            assertThat(advice.workflows()).isNotEmpty();
            assertThat(advice.warnings()).anySatisfy(warning -> {
                assertThat(warning.code()).isEqualTo(ReasonCode.REPLICA_UNUSABLE);
                assertThat(warning.text()).contains("no-such-host.invalid");
            });
        }
    }

    @Test
    void aSourceThatIsGoneIsReplacedByItsCopy() throws Exception {
        try (SshServer server = SshServer.start(directory)) {
            String named = "sftp://no-such-host.invalid/t.nc";
            String other = "sftp://127.0.0.1:" + server.port() + "/t.nc";
            service.found = new FoundData(
                    List.of(file("t.nc", replica("gone", named), replica("there", other))),
                    List.of("index"),
                    List.of());
            Advice advice = advise(AdviceRequest.of(EndpointParser.parse(named), EndpointParser.parse("copy")));
            assertThat(advice.workflows())
                    .isNotEmpty()
                    .allSatisfy(option -> assertThat(option.replica()).isNotNull());
            assertThat(advice.source().host()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void dataAreFoundByChecksumAndByDataset() throws Exception {
        service.found = new FoundData(
                List.of(
                        file("t.nc", replica("a", "https://a.example.org/t.nc", "gsiftp://a.example.org:2811//d/t.nc")),
                        new FoundFile(
                                "u.nc",
                                "d",
                                7L,
                                List.of(),
                                List.of(replica("a", "gsiftp://a.example.org:2811//d/u.nc")))),
                List.of("index"),
                List.of());
        List<KnownReplica> byChecksum =
                DataSource.parse("checksum:SHA-256:" + "AB".repeat(32)).find(service, "here");
        assertThat(byChecksum).singleElement().satisfies(copy -> {
            assertThat(copy.url()).isEqualTo("gsiftp://a.example.org:2811//d/t.nc");
            assertThat(copy.checksums()).containsExactly(SUM);
        });
        assertThat(DataSource.parse("dataset:d#u.nc").find(service, "here"))
                .singleElement()
                .satisfies(copy -> assertThat(copy.url()).endsWith("u.nc"));
        assertThat(DataSource.parse("dataset:d").find(service, "here"))
                .singleElement()
                .satisfies(copy -> {
                    assertThat(copy.url()).isEqualTo("gsiftp://a.example.org:2811//d/");
                    assertThat(copy.bytes()).isEqualTo(5_007L);
                });
        assertThatThrownBy(() -> DataSource.parse("dataset:d#v.nc").find(service, "here"))
                .isInstanceOf(TransferException.class)
                .hasMessage("no catalogue has dataset:d#v.nc");
        assertThatThrownBy(() -> DataSource.parse("checksum:zz"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("names no data");
    }
}
