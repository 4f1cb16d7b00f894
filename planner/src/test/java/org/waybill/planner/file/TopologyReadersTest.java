package org.waybill.planner.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.planner.TestData;
import org.waybill.planner.routing.Network;
import tools.jackson.databind.json.JsonMapper;

class TopologyReadersTest {
    private static final String OSCARS = """
        {"devices": [
          {"urn": "x", "ports": [{"urn": "x:1", "reservableIngressBw": 10000, "reservableEgressBw": 4000},
                                 {"urn": "x:2", "reservableIngressBw": -1, "reservableEgressBw": 1}]},
          {"urn": "y", "ports": [{"urn": "y:1", "reservableIngressBw": 3000, "reservableEgressBw": 10000}]},
          {"ports": []}],
         "adjcies": [
          {"a": {"device": "x", "port": "x:1"}, "z": {"device": "y", "port": "y:1"}, "metrics": {"MPLS": 7}},
          {"a": {"device": "x", "port": "x:2"}, "z": {"device": "y", "port": "y:1"}, "metrics": {"MPLS": 7}},
          {"a": {"device": "y", "port": "y:1"}, "z": {"device": "x", "port": "x:1"}, "metrics": {}}]}
        """;

    private static Map<?, ?> json(String text) {
        return JsonMapper.builder().build().readValue(text, Map.class);
    }

    @Test
    void oscarsLinksCarryTheLesserOfTheirPortsAndOneWayLinksAreReported() {
        Parsed<Network> parsed = OscarsTopology.read(json(OSCARS), "topology.json");
        Network network = parsed.value();
        assertThat(network.links()).isEqualTo(1);
        assertThat(network.capacity(0)).isEqualTo(3e9);
        assertThat(network.metric(0)).isEqualTo(7);
        assertThat(parsed.problems())
                .extracting(InputProblem::message)
                .hasSize(5)
                .anyMatch(m -> m.contains("a device has no urn"))
                .anyMatch(m -> m.contains("negative: x:2"))
                .anyMatch(m -> m.contains("adjacency 2 from x:2 to y:1 names a port"))
                .anyMatch(m -> m.contains("adjacency 3 from y:1 has no MPLS metric"))
                .anyMatch(m -> m.contains("from port x:1 to y:1 is one-way"));
        assertThat(OscarsTopology.read(Map.of("devices", "none"), "t").value().nodes())
                .isZero();
    }

    private static final String CTRL_PLANE = """
        <?xml version="1.0"?>
        <c:topology xmlns:c="http://ogf.org/schema/network/topology/ctrlPlane/20080828/">
         <c:domain id="d">
          <c:node id="urn:ogf:network:domain=d:node=n1">
           <c:port id="urn:ogf:network:domain=d:node=n1:port=ge-1/1/0">
            <c:capacity>9000000000</c:capacity>
            <c:maximumReservableCapacity>2000000000</c:maximumReservableCapacity>
            <c:link id="urn:ogf:network:domain=d:node=n1:port=ge-1/1/0:link=*">
             <c:remoteLinkId>urn:ogf:network:d:n2:ge-1:*</c:remoteLinkId>
             <c:trafficEngineeringMetric>100</c:trafficEngineeringMetric>
            </c:link>
           </c:port>
          </c:node>
          <c:node id="urn:ogf:network:domain=d:node=n2">
           <c:port id="urn:ogf:network:domain=d:node=n2:port=ge-1">
            <c:capacity>1000000000</c:capacity>
            <c:link id="urn:ogf:network:domain=d:node=n2:port=ge-1:link=1">
             <c:remoteLinkId>urn:ogf:network:d:n1:ge-1/1/0:*</c:remoteLinkId>
             <c:trafficEngineeringMetric>-3</c:trafficEngineeringMetric>
            </c:link>
           </c:port>
           <c:port id="urn:ogf:network:domain=d:node=n2:port=ge-2">
            <c:capacity>1000000000</c:capacity>
            <c:link id="urn:ogf:network:domain=d:node=n2:port=ge-2:link=1">
             <c:remoteLinkId>urn:ogf:network:domain=*:node=*:port=*:link=*</c:remoteLinkId>
            </c:link>
           </c:port>
          </c:node>
         </c:domain>
        </c:topology>
        """;

    @Test
    void ctrlPlaneLinksCarryTheLesserReservableCapacity() {
        Parsed<Network> parsed = CtrlPlaneTopology.read(new StringReader(CTRL_PLANE), "t.xml");
        Network network = parsed.value();
        assertThat(network.names()).containsExactly("d:n1", "d:n2");
        assertThat(network.links()).isEqualTo(2);
        assertThat(network.capacity(0)).isEqualTo(1e9);
        assertThat(network.metric(0)).isEqualTo(100);
        assertThat(parsed.problems())
                .extracting(InputProblem::toString)
                .containsExactly("t.xml:19: '-3' is not a number of 0 or more");
        String cut = CTRL_PLANE.substring(0, CTRL_PLANE.indexOf("n2:port=ge-2:link"));
        assertThat(CtrlPlaneTopology.read(new StringReader(cut), "t.xml").problems())
                .anyMatch(p -> p.message().contains("invalid XML"));
    }

    @Test
    void aHundredThousandLevelsAndAsManyAttributesAreNoTopology() {
        for (String hostile : List.of(
                "<a>".repeat(100_000),
                "<a "
                        + IntStream.range(0, 100_000)
                                .mapToObj(i -> "a" + i + "=''")
                                .collect(Collectors.joining(" ")) + "/>")) {
            assertThat(CtrlPlaneTopology.read(new StringReader(hostile), "t.xml")
                            .problems())
                    .singleElement()
                    .satisfies(p -> assertThat(p.message()).contains("invalid XML"));
        }
    }

    @Test
    void documentTypesAndExternalEntitiesAreRefused() {
        String hostile = "<!DOCTYPE t [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><topology>&e;</topology>";
        Parsed<Network> parsed = CtrlPlaneTopology.read(new StringReader(hostile), "t.xml");
        assertThat(parsed.value().nodes()).isZero();
        assertThat(parsed.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).contains("document type"));
    }

    @Test
    void nmlAliasesAreLinksBetweenNetworks() {
        String nml = """
            <n:Topology xmlns:n="http://schemas.ogf.org/nml/2013/05/base#" id="urn:ogf:network:here.net:2013:top">
             <n:Relation type="http://schemas.ogf.org/nml/2013/05/base#hasOutboundPort">
              <n:PortGroup id="urn:ogf:network:here.net:2013:p:out">
               <n:Relation type="http://schemas.ogf.org/nml/2013/05/base#isAlias">
                <n:PortGroup id="urn:ogf:network:there.org:2012:q:in"/>
               </n:Relation>
              </n:PortGroup>
             </n:Relation>
             <n:Relation type="http://schemas.ogf.org/nml/2013/05/base#hasInboundPort">
              <n:PortGroup id="urn:ogf:network:here.net:2013:p:in">
               <n:Relation type="http://schemas.ogf.org/nml/2013/05/base#isAlias">
                <n:PortGroup id="urn:ogf:network:there.org:2012:q:out"/>
               </n:Relation>
              </n:PortGroup>
             </n:Relation>
            </n:Topology>
            """;
        Network network =
                NmlTopology.read(new StringReader(nml), "nml.xml", 1e10).value();
        assertThat(network.names()).containsExactly("here.net:2013", "there.org:2012");
        assertThat(network.links()).isEqualTo(2);
        assertThat(network.widestLink(0, 1)).isNotNegative();
        assertThat(network.widestLink(1, 0)).isNotNegative();

        String outward = nml.substring(
                        0,
                        nml.indexOf(" <n:Relation type=\"http://schemas.ogf.org/nml/2013/05/base#" + "hasInboundPort"))
                + "</n:Topology>";
        Parsed<Network> oneWay = NmlTopology.read(new StringReader(outward), "nml.xml", 1e10);
        assertThat(oneWay.value().links()).isOne();
        assertThat(oneWay.problems())
                .extracting(InputProblem::toString)
                .containsExactly(
                        "nml.xml:5: the link from here.net:2013 to there.org:2012 is one-way: no port leads back");
    }

    @ParameterizedTest
    @CsvSource({
        "oscars-0.6-soap/testdomain-1.ctrlplane.xml,2",
        "oscars-0.6-soap/testdomain-2.ctrlplane.xml,4",
        "oscars-0.6-soap/testdomain-3.ctrlplane.xml,4",
        "oscars-0.6-soap/testdomain-4.ctrlplane.xml,4"
    })
    void readsTheCtrlPlaneFilesOfOscars(String name, int nodesAtLeast) {
        Parsed<Network> parsed = CtrlPlaneTopology.read(new StringReader(TestData.text(name)), name);
        System.out.println(
                name + ": " + parsed.value().names() + ", " + parsed.value().links() + " links, " + parsed.problems());
        assertThat(parsed.value().nodes()).isGreaterThanOrEqualTo(nodesAtLeast);
        assertThat(parsed.value().links()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "nsi/nml.netherlight.net_2013.xml,netherlight.net:2013,14",
        "nsi/nml.icair.org_2013.xml,icair.org:2013,14",
        "nsi/nml.geant.net.xml,geant.net:2013,4",
        "nsi/nml.ESnet-topology.xml,es.net:2013,26"
    })
    void readsTheNmlFilesOfNsiNetworks(String name, String node, int links) {
        Parsed<Network> parsed = NmlTopology.read(new StringReader(TestData.text(name)), name, 1e10);
        assertThat(parsed.value().has(node)).isTrue();
        assertThat(parsed.value().links()
                        + parsed.problems().stream()
                                .filter(problem -> !problem.message().contains("is one-way"))
                                .count())
                .isEqualTo(links);
        assertThat(List.copyOf(parsed.value().names())).hasSizeGreaterThan(1);
    }
}
