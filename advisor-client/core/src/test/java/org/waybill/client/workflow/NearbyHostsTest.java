package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.StagedEstimate;
import org.waybill.client.workflow.script.ScriptWriter;
import org.waybill.client.workflow.script.Step;
import org.waybill.client.workflow.script.Steps;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.SuggestedEndpoint;
import org.waybill.client.workflow.survey.Suggestions;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

/** The hosts near the ends of Lu 2011, section 4.1.3.3, and the ways that stop at them. */
class NearbyHostsTest {
    private static final List<Protocol> SHELL = List.of(Protocol.SSH, Protocol.SFTP, Protocol.SCP);

    @TempDir
    private Path directory;

    private static NearbyHost neighbour(String host, Double kilometres, Protocol... protocols) {
        return new NearbyHost(
                host,
                "",
                null,
                kilometres,
                Stream.of(protocols)
                        .map(protocol -> new ServiceEndpoint(protocol, host, protocol.defaultPort(), "", null))
                        .toList());
    }

    private static HostFindings open(String host, Map<Protocol, Integer> ports) {
        return new HostFindings(
                host,
                List.of("192.0.2.1"),
                ports.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey(Comparator.comparing(Protocols.all()::indexOf)))
                        .map(port -> new PortFinding(port.getKey(), port.getValue(), PortState.OPEN, "", Set.of(), 1.0))
                        .toList());
    }

    private static Map<Protocol, Integer> shellAnd(Object... more) {
        Map<Protocol, Integer> ports = new HashMap<>();
        SHELL.forEach(one -> ports.put(one, 22));
        for (int i = 0; i < more.length; i += 2) {
            ports.put((Protocol) more[i], (Integer) more[i + 1]);
        }
        return ports;
    }

    private static Survey.End end(String host, List<HostFindings> nearby, NearbyHost... neighbours) {
        return new Survey.End(
                HostFacts.unknown(host, List.of("192.0.2.1")),
                Optional.of(new HostProfile(host, "", "", null, List.of(), List.of(), List.of(), List.of(neighbours))),
                true,
                nearby);
    }

    private static Survey caseThree() throws Exception {
        return caseThree("sftp://src.lbl.gov/data/run 7.h5");
    }

    private static Survey caseThree(String data) throws Exception {
        Endpoint source = EndpointParser.parse(data);
        Endpoint destination = EndpointParser.parse("sftp://dea.fnal.gov/archive/");
        HostFindings sim = open("sim.lbl.gov", shellAnd(Protocol.GSIFTP, 2811, Protocol.SRM, 8443));
        HostFindings cms = open("cms-xen13.fnal.gov", shellAnd(Protocol.GSIFTP, 2812));
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(
                source, open("src.lbl.gov", shellAnd()), destination, open("dea.fnal.gov", shellAnd()));
        return new Survey(
                ends,
                end("src.lbl.gov", List.of(sim), neighbour("sim.lbl.gov", null, Protocol.SRM)),
                end("dea.fnal.gov", List.of(cms)),
                Optional.empty(),
                List.of());
    }

    @Test
    void neighboursAreSortedByWhatTheyCanDoThenByDistance() throws Exception {
        Survey.End known = end(
                "src.lbl.gov",
                List.of(),
                neighbour("far.example.org", 300.0, Protocol.GSIFTP),
                neighbour("web.lbl.gov", 1.0, Protocol.HTTP),
                neighbour("near.example.org", 40.0, Protocol.GSIFTP),
                neighbour("srm.lbl.gov", 0.0, Protocol.SRM),
                neighbour("dtn.lbl.gov", null, Protocol.GSIFTP),
                neighbour("lost.example.org", null, Protocol.GSIFTP));
        // without a known place a host is here for its domain or its subnet
        assertThat(Suggestions.near(EndpointParser.parse("src.lbl.gov:x"), known, null))
                .extracting(SuggestedEndpoint::url)
                .containsExactly(
                        "gsiftp://dtn.lbl.gov/",
                        "gsiftp://lost.example.org/",
                        "gsiftp://near.example.org/",
                        "gsiftp://far.example.org/",
                        "srm://srm.lbl.gov/");
    }

    @Test
    void theEndItselfStandsOnTopAndNeverAlone() throws Exception {
        Endpoint named = EndpointParser.parse("waybill://127.0.0.1:7777/x");
        HostFindings own = open("127.0.0.1", Map.of(Protocol.WAYBILL, 7777));
        assertThat(Suggestions.near(named, end("127.0.0.1", List.of()), own))
                .as("the demo said that its destination lies near its destination")
                .isEmpty();
        Endpoint srm = EndpointParser.parse("srm://se.fnal.gov:8444/x");
        HostFindings at = open("se.fnal.gov", Map.of(Protocol.SRM, 8444));
        assertThat(Suggestions.near(
                        srm,
                        end(
                                "se.fnal.gov",
                                List.of(),
                                neighbour("dtn.fnal.gov", 2.0, Protocol.GSIFTP),
                                neighbour("old.fnal.gov", 1.0, Protocol.SRM)),
                        at))
                .extracting(SuggestedEndpoint::url)
                .containsExactly("srm://se.fnal.gov:8444/", "gsiftp://dtn.fnal.gov/");
    }

    @Test
    void onlyEndsThatLackServicesHaveTheirNeighboursLookedAt() throws Exception {
        Optional<HostProfile> known = end(
                        "x.org",
                        List.of(),
                        neighbour("a.org", 9.0, Protocol.GSIFTP),
                        neighbour("b.org", 8.0, Protocol.GSIFTP),
                        neighbour("c.org", 7.0, Protocol.GSIFTP))
                .profile();
        assertThat(Suggestions.stagingHosts(EndpointParser.parse("x.org:f"), known))
                .extracting(NearbyHost::host)
                .containsExactly("c.org", "b.org");
        assertThat(Suggestions.stagingHosts(EndpointParser.parse("gsiftp://x.org/f"), known))
                .isEmpty();
    }

    @Test
    void aWayIsComposedOfTheHopsToAndFromTheNeighbours() throws Exception {
        List<Candidate> all = StagedOptions.with(List.of(), caseThree(), 0, false);
        assertThat(all).filteredOn(one -> one.via().size() == 2).singleElement().satisfies(option -> {
            assertThat(option.via()).containsExactly("sim.lbl.gov:2811", "cms-xen13.fnal.gov:2812");
            assertThat(option.tool()).isEqualTo(Tool.GLOBUS_URL_COPY);
            assertThat(option.legs()).extracting(Candidate::transport).containsExactly("sftp", "gsiftp", "sftp");
            assertThat(option.legs().get(1).isThirdPartyDirect()).isTrue();
            assertThat(option.movable()).as("Waybill has a client for each hop").isTrue();
            assertThat(OptionIds.of(List.of(option)))
                    .containsExactly("gsiftp-staged-sim.lbl.gov-2811-staged-cms-xen13.fnal.gov-2812-through-here-sftp");
            assertThat(option.legs().get(1).source().path()).isEqualTo("run 7.h5");
            assertThat(Security.of(option)).isEqualTo(Security.CONTROL_ONLY);
            List<Step> steps = Steps.of(option, false, false);
            assertThat(steps)
                    .anySatisfy(step -> assertThat(step.command())
                            .contains("gsiftp://sim.lbl.gov/~/run%207.h5")
                            .contains("gsiftp://cms-xen13.fnal.gov:2812/~/run"));
            assertThat(steps.getFirst().title()).contains("1 of 3, src.lbl.gov to sim.lbl.gov");
            Path script = directory.resolve("staged.sh");
            Files.writeString(script, ScriptWriter.write(option, false, TemporaryNames.ofThisProcess()));
            assertThat(new ProcessBuilder("sh", "-n", script.toString())
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
        });
    }

    @Test
    void anOptionWithAHopThatNeedsAnotherToolIsForScripts() throws Exception {
        HostFindings storage = open("sim.lbl.gov", Map.of(Protocol.SRM, 8443));
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(
                EndpointParser.parse("/data/run7.h5"),
                null,
                EndpointParser.parse("srm://dea.fnal.gov/run7.h5"),
                open("dea.fnal.gov", Map.of(Protocol.SRM, 8443)));
        Survey survey = new Survey(
                ends, end("here", List.of(storage)), end("dea.fnal.gov", List.of()), Optional.empty(), List.of());
        assertThat(StagedOptions.with(List.of(), survey, 0, false))
                .singleElement()
                .satisfies(option -> {
                    assertThat(option.protocol()).isEqualTo(Protocol.SRM);
                    assertThat(option.movable()).isFalse();
                });
    }

    @Test
    void whatADirectoryHoldsIsWhatEachHopTakes() throws Exception {
        List<Candidate> all = StagedOptions.with(List.of(), caseThree("sftp://src.lbl.gov/data/run7/"), 0, true);
        assertThat(all)
                .filteredOn(one -> one.via().size() == 2)
                .singleElement()
                .satisfies(option -> assertThat(option.legs())
                        .extracting(leg -> leg.source().path())
                        .containsExactly("/data/run7/", "run7/", "run7/"));
    }

    @Test
    void withoutNeighboursNothingIsAdded() throws Exception {
        Survey survey = caseThree();
        Survey alone = new Survey(
                survey.ends(),
                end("src.lbl.gov", List.of()),
                end("dea.fnal.gov", List.of()),
                Optional.empty(),
                List.of());
        assertThat(StagedOptions.with(List.of(), alone, 0, false)).isEmpty();
    }

    @Test
    void aStagedWayHasAForecastOnceEachOfItsTransfersHasAHistory() throws Exception {
        Candidate option = StagedOptions.with(List.of(), caseThree(), 0, false).stream()
                .filter(one -> one.via().size() == 2)
                .findFirst()
                .orElseThrow();
        FakeService service = new FakeService();
        AdvisorConnection desk = new AdvisorConnection(
                service, Duration.ofSeconds(5), AdviceTimeBudget.since(Instant.EPOCH, InstantSource.system()));
        service.history = Map.of("gsiftp", 10.0);
        Dataset data = new Dataset(1000, 1);
        assertThat(StagedEstimate.estimate(option, data, StagedEstimate.forecasts(option, data, desk)))
                .isEqualTo(Estimate.UNKNOWN);
        service.history = Map.of("gsiftp", 10.0, "sftp", 3.0);
        assertThat(StagedEstimate.estimate(option, data, StagedEstimate.forecasts(option, data, desk))
                        .secondsP50())
                .isEqualTo(16.0);
        assertThat(service.asked).anySatisfy(query -> {
            assertThat(query.sourceHost()).isEqualTo("sim.lbl.gov");
            assertThat(query.destinationHost()).isEqualTo("cms-xen13.fnal.gov");
        });
    }
}
