package org.waybill.client.workflow.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.dataset.DatasetCounter;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.Feature;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.FakeService;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.Location;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Where every server speaks every protocol, advice keeps to what the scheme that was named protects. */
class ProtectionTest {
    /** The plain spellings, as they are in commands of all tools. */
    private static final Pattern IN_CLEAR = Pattern.compile("(?<![a-z])(http|ftp|root|rsync|dav)://|ssl-allow no");

    static Stream<String> schemes() {
        return Protocols.movingFiles().map(Protocol::scheme).sorted();
    }

    private static HostFindings everything(Discovery.HostTargets host) {
        return new HostFindings(
                host.host(),
                List.of("192.0.2.1"),
                host.targets().stream()
                        .map(target -> new PortFinding(
                                target.protocol(),
                                target.port(),
                                PortState.OPEN,
                                "",
                                Set.of(Feature.PUT, Feature.DAV, Feature.COPY),
                                1.0))
                        .toList());
    }

    /** A catalogue in which everything has copies and neighbours, by everything. */
    private static FakeService service() {
        List<ServiceEndpoint> services = Protocols.all().stream()
                .map(protocol -> new ServiceEndpoint(protocol, "near.example.org", protocol.defaultPort(), "", null))
                .toList();
        List<ReplicaAccess> accesses = schemes()
                .flatMap(scheme -> Stream.of("a", "copy")
                        .map(host -> new ReplicaAccess(scheme + "://" + host + ".example.org/data/f", scheme)))
                .toList();
        FakeService service = new FakeService();
        service.found = new FoundData(
                List.of(new FoundFile(
                        "f",
                        "d",
                        5L << 30,
                        List.of(),
                        Stream.of("a", "copy")
                                .map(host -> new Replica(
                                        host + ".example.org",
                                        accesses.stream()
                                                .filter(access -> access.url().contains("//" + host))
                                                .toList(),
                                        1,
                                        "index",
                                        null))
                                .toList())),
                List.of("index"),
                List.of());
        service.profiles = Map.of(
                "a.example.org",
                new HostProfile(
                        "a.example.org",
                        "",
                        "",
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new NearbyHost("near.example.org", "", null, 1.0, services))));
        return service;
    }

    private static Advisor advisor() throws Exception {
        List<InetAddress> somewhere = List.of(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}));
        DatasetCounter five = source -> Optional.of(new DatasetSize(new Dataset(5L << 30, 1), false, true));
        return new Advisor(new AdvisorPorts(
                _ -> somewhere,
                hosts -> hosts.stream().map(ProtectionTest::everything).toList(),
                service(),
                Duration.ofSeconds(5),
                (end, _, _) -> HostFacts.unknown(end.host(), List.of("192.0.2.1")),
                five,
                PathSurveyor.NONE,
                TransferTimer.NONE,
                _ -> true,
                InstantSource.system(),
                _ -> {}));
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aNamedSchemeNeverLeadsToALessSecureOne(String scheme) throws Exception {
        Protection named = Protection.of(scheme);
        String far = scheme + "://a.example.org/data/f";
        for (List<String> pair : List.of(List.of("/tmp/f", far), List.of(far, "/tmp/f"))) {
            Endpoint from = EndpointParser.parse(pair.get(0));
            Endpoint to = EndpointParser.parse(pair.get(1));
            Advisor.AdviceResult adviceResult = advisor().advise(AdviceRequest.of(from, to));
            assertThat(adviceResult.candidates())
                    .as("the scheme itself")
                    .anyMatch(option -> option.source().scheme().equals(scheme)
                            || option.destination().scheme().equals(scheme));
            for (Candidate option : adviceResult.candidates()) {
                for (Location end : ends(option)) {
                    boolean encrypted = option.transport().equals("gsiftps")
                            || allOf(option).contains("gsiftps");
                    Protection rank = encrypted && end.scheme().equals("gsiftp")
                            ? Protection.ENCRYPTED
                            : Protection.of(end.scheme());
                    assertThat(rank.keeps(named))
                            .as("%s leads to %s: %s", pair, end, option)
                            .isTrue();
                }
            }
            if (named == Protection.ENCRYPTED) {
                assertThat(adviceResult.advice().workflows())
                        .allSatisfy(option -> assertThat(option.steps())
                                .allSatisfy(step -> assertThat(step.command()).doesNotContainPattern(IN_CLEAR)));
                assertThat(Stream.concat(
                                adviceResult.advice().suggestedSources().stream(),
                                adviceResult.advice().suggestedDestinations().stream()))
                        .allSatisfy(host -> assertThat(host.url()).doesNotStartWith("root:"));
            }
        }
    }

    private static List<Location> ends(Candidate option) {
        List<Location> ends = new ArrayList<>();
        for (Candidate leg : option.isStaged() ? option.legs() : List.of(option)) {
            ends.add(leg.source());
            ends.add(leg.destination());
        }
        return ends;
    }

    private static List<String> allOf(Candidate option) {
        return option.legs().stream().map(Candidate::transport).toList();
    }

    @Test
    void copiesOfNamedDataAreNotFetchedLessSecurely() throws Exception {
        Advisor.AdviceResult adviceResult = advisor()
                .advise(AdviceRequest.of(
                        EndpointParser.parse("https://a.example.org/data/f"), EndpointParser.parse("/tmp/f")));
        assertThat(adviceResult.candidates())
                .filteredOn(option -> option.replica() != null)
                .isNotEmpty();
    }

    @Test
    void theWarningSaysThatWaysInClearWereLeftOut() throws Exception {
        Advice advice = advisor()
                .advise(AdviceRequest.of(
                        EndpointParser.parse("https://a.example.org/data/f"), EndpointParser.parse("/tmp/f")))
                .advice();
        assertThat(advice.warnings()).extracting(Remark::code).contains(ReasonCode.CLEARTEXT_LEFT_OUT);
        Advice plain = advisor()
                .advise(AdviceRequest.of(
                        EndpointParser.parse("http://a.example.org/data/f"), EndpointParser.parse("/tmp/f")))
                .advice();
        assertThat(plain.warnings()).extracting(Remark::code).doesNotContain(ReasonCode.CLEARTEXT_LEFT_OUT);
    }

    @Test
    void everyProtocolHasARank() {
        assertThat(Protocols.all())
                .filteredOn(one -> Protection.of(one.scheme()) == Protection.CLEARTEXT)
                .containsExactly(
                        Protocol.RSYNC, Protocol.FTP, Protocol.HTTP, Protocol.RCLONE, Protocol.DAV, Protocol.XROOTD);
    }
}
