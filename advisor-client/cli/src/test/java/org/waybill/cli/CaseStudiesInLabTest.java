package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/**
 * The case studies of Lu 2011, section 4.1.3, with their hosts, services and paths rebuilt in an emulated network: what
 * Figs. 4.7 and 4.8 show, printed and compared with the network's truth. What the dissertation did not do: the best way
 * is then taken, and its forecast compared with the outcome.
 */
@Timeout(180)
class CaseStudiesInLabTest {
    private static final int FILE_BYTES = 8 << 20;
    private static final String CATALOGUE = """
            facility,site,latitude,longitude,city,state,country,zipcode,site_id
            Louisiana State University,LSU,30.4133,-91.1800,Baton Rouge,LA,USA,70803,1
            """;

    @TempDir
    private Path directory;

    private Path file() throws Exception {
        byte[] content = new byte[FILE_BYTES];
        new Random(8).nextBytes(content);
        return Files.write(directory.resolve("run7.h5"), content);
    }

    private Lab lab(String name, String topology, String names, String... hosts) throws Exception {
        Lab lab = Lab.wan(name, Files.writeString(directory.resolve(name + ".topo"), topology));
        lab.names(names, hosts);
        return lab;
    }

    private static List<JsonNode> each(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static JsonNode the(JsonNode array, String field, String value) {
        return each(array).stream().filter(one -> one.get(field).asString().equals(value)).findFirst()
                .orElseThrow(() -> new AssertionError(value + " is not in " + array));
    }

    /** A service that all commands share, so that each does not start one of its own. */
    private AutoCloseable service(LabCli cli) throws Exception {
        Path said = directory.resolve("service.out");
        Process service = cli.start(said, "service");
        for (int i = 0; i < 600 && !Files.readString(said).contains("advisor service at"); i++) {
            assertThat(service.isAlive()).as(() -> said + " ended").isTrue();
            Thread.sleep(100);
        }
        return () -> {
            service.descendants().forEach(ProcessHandle::destroy);
            service.destroy();
            service.waitFor();
        };
    }

    private static Cli.Result good(Cli.Result result) {
        assertThat(result.code()).as(result.arguments() + "\n" + result.err() + result.out()).isZero();
        return result;
    }

    /** What Fig. 4.7 shows of a host: its name, memory and disk. */
    private static void profiled(JsonNode host, String name) {
        assertThat(host.get("host").asString()).isEqualTo(name);
        for (String amount : List.of("totalMemoryBytes", "freeMemoryBytes", "totalDiskBytes", "freeDiskBytes")) {
            assertThat(host.get(amount).asLong()).as(amount).isPositive();
        }
    }

    /** Takes the best way and says how good its forecast was. */
    private JsonNode moved(LabCli cli, String study, Path file, String to) throws Exception {
        JsonNode move = good(cli.run("move", "--json", file.toString(), to)).json();
        System.out.printf(Locale.ROOT, "%s: %d bytes by %s in %.2f s, forecast %.2f s, error %.0f %%, cause %s%n", study,
                move.get("bytes").asLong(), move.get("transport").asString(), move.get("seconds").asDouble(),
                move.get("forecast").get("secondsP50").asDouble(), move.get("forecastErrorPercent").asDouble(),
                move.get("cause").get("code").asString());
        assertThat(move.get("status").asString()).isEqualTo("OK");
        assertThat(move.get("bytes").asLong()).isEqualTo(FILE_BYTES);
        assertThat(move.get("forecastErrorPercent").asDouble()).as("of the forecast").isBetween(-60.0, 60.0);
        return move;
    }

    @Test
    void oneOnTheCampusOfTheUniversityOfMemphis() throws Exception {
        Path file = file();
        Path web = Files.createDirectory(directory.resolve("web"));
        TestAuthority.Identity identity = TestAuthority.in(directory).otherHost();
        try (Lab lab = lab("cs1", """
                mtu 1500
                seed 1
                tick 0
                host dragon 10.77.1.10
                host mouse 10.77.1.20
                duplex dragon mouse rate=32mbit delay=0.1ms queue=50ms
                """, """
                10.77.1.10 dragon.cs.memphis.edu
                10.77.1.20 mouse.cs.memphis.edu
                """, "dragon", "mouse");
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "mouse", "10.77.1.20"), directory,
                        "mouse.cs.memphis.edu");
                LabServer _ = LabServer.nginx(new LabServer.At(lab, "mouse", "10.77.1.20"), directory, web, identity)) {
            LabCli cli = new LabCli(lab, "dragon", directory, "dragon.cs.memphis.edu", Map.of());
            try (AutoCloseable _ = service(cli)) {
                String to = "scp://root@mouse.cs.memphis.edu" + directory.resolve("copy.h5");
                JsonNode advice = good(cli.run("advise", "--json", file.toString(), to)).json();
                profiled(advice.get("source"), "dragon.cs.memphis.edu");
                profiled(advice.get("destination"), "mouse.cs.memphis.edu");
                assertThat(advice.get("destination").get("place").get("city").asString()).isEqualTo("Memphis");
                for (String protocol : List.of("scp", "http", "https")) {
                    assertThat(the(advice.get("protocols"), "name", protocol).get("destinationOpen").asBoolean())
                            .as(protocol).isTrue();
                }
                assertThat(the(advice.get("protocols"), "name", "scp").get("available").asBoolean()).isTrue();
                JsonNode path = the(advice.get("paths"), "kind", "INTERNET");
                assertThat(path.get("bottleneckBitsPerSecond").asDouble()).isCloseTo(32e6, within(0.15 * 32e6));
                assertThat(path.get("rttMillis").asDouble()).isCloseTo(0.2, within(1.0));
                assertThat(each(advice.get("paths"))).as("no dedicated channel joins the two hosts").hasSize(1);
                assertThat(each(advice.get("workflows"))).extracting(way -> way.get("transport").asString())
                        .contains("scp", "sftp");
                String text = good(cli.run("advise", file.toString(), to)).out();
                System.out.println("Case study I (Fig. 4.7)\n" + text);
                assertThat(text).contains("Ways from", "SCP with scp", "FORECAST_");
                moved(cli, "Case study I", file, to);
                assertThat(Files.mismatch(file, directory.resolve("copy.h5"))).isEqualTo(-1);
            }
        }
    }

    @Test
    void twoFromMemphisToLouisianaStateUniversity() throws Exception {
        Path file = file();
        Path web = Files.createDirectory(directory.resolve("web"));
        try (Lab lab = lab("cs2", """
                mtu 1500
                seed 1
                tick 0
                host dragon 10.77.1.10
                host bit 10.77.2.10
                link dragon bit rate=18mbit delay=14ms queue=60ms hops=10.77.201.1@0.2ms,10.77.201.2@3.5ms,\
                10.77.201.3@10ms,10.77.201.4@13.8ms
                link bit dragon rate=18mbit delay=14ms queue=60ms hops=10.77.201.4@0.2ms,10.77.201.3@4ms,\
                10.77.201.2@10.5ms,10.77.201.1@13.8ms
                """, """
                10.77.1.10 dragon.cs.memphis.edu
                10.77.2.10 bit.csc.lsu.edu
                10.77.201.1 gw.memphis.edu
                10.77.201.2 xe-0-1-0.80.rtsw.atla.net.internet2.edu
                10.77.201.3 ae-3.80.rtsw.hous.net.internet2.edu
                10.77.201.4 border.lsu.edu
                """, "dragon", "bit");
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "bit", "10.77.2.10"), directory, "bit.csc.lsu.edu");
                LabServer _ = LabServer.nginx(new LabServer.At(lab, "bit", "10.77.2.10"), directory, web)) {
            LabCli cli = new LabCli(lab, "dragon", directory, "dragon.cs.memphis.edu", Map.of());
            try (AutoCloseable _ = service(cli)) {
                good(cli.run("service", "import", "gocdb", Files.writeString(directory.resolve("sites.xml"), """
                        <results><SITE ID="1" PRIMARY_KEY="1" NAME="LSU"><OFFICIAL_NAME>Louisiana State University\
                        </OFFICIAL_NAME><COUNTRY_CODE>US</COUNTRY_CODE><LATITUDE>30.4133</LATITUDE>\
                        <LONGITUDE>-91.18</LONGITUDE><DOMAIN><DOMAIN_NAME>lsu.edu</DOMAIN_NAME></DOMAIN></SITE></results>
                        """).toString()));
                good(cli.run("service", "import", "osg-topology",
                        Files.writeString(directory.resolve("sites.csv"), CATALOGUE).toString()));
                Path map = directory.resolve("map.svg");
                String to = "scp://root@bit.csc.lsu.edu" + directory.resolve("copy.h5");
                JsonNode advice = good(cli.run("advise", "--json", "--map", map.toString(), file.toString(), to))
                        .json();
                profiled(advice.get("destination"), "bit.csc.lsu.edu");
                for (String protocol : List.of("scp", "http")) {
                    assertThat(the(advice.get("protocols"), "name", protocol).get("destinationOpen").asBoolean())
                            .as(protocol).isTrue();
                }
                JsonNode path = the(advice.get("paths"), "kind", "INTERNET");
                assertThat(path.get("bottleneckBitsPerSecond").asDouble()).isCloseTo(18e6, within(0.15 * 18e6));
                assertThat(path.get("rttMillis").asDouble()).isCloseTo(28, within(1.0));
                assertThat(cities(path)).containsExactly("Memphis", "Atlanta", "Houston", "Baton Rouge",
                        "Baton Rouge");
                assertThat(Files.readString(map)).contains("dragon.cs.memphis.edu", "bit.csc.lsu.edu", "Atlanta",
                        "Houston");
                System.out.println("Case study II (Fig. 4.8): the route passes " + cities(path) + "\n"
                        + good(cli.run("advise", file.toString(), to)).out());
                moved(cli, "Case study II", file, to);
                assertThat(Files.mismatch(file, directory.resolve("copy.h5"))).isEqualTo(-1);
            }
        }
    }

    private static List<String> cities(JsonNode path) {
        return each(path.get("hops")).stream().flatMap(hop -> hop.get("place").isObject()
                ? Stream.of(hop.get("place").get("city").asString()) : Stream.of("?")).toList();
    }
}
