package org.waybill.cli.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.client.remote.SharedService;
import tools.jackson.databind.JsonNode;

/** {@code waybill reserve} against the home's own service. */
class ReserveCommandTest {
    @TempDir
    private static Path directory;

    private static Cli cli;
    private static SharedService service;

    @BeforeAll
    static void givesTheServiceATopology() throws IOException, InterruptedException {
        cli = new Cli(directory);
        service = cli.service();
        Path topology = Files.writeString(
                directory.resolve("links.csv"),
                "from,to,bitsPerSecond\nlbl,denv,10e9\ndenv,fnal,10e9\nlbl,fnal,1e9\nhalf a line\n");
        Cli.Result imported = cli.run("reserve", "topology", "Lab circuits", topology.toString(), "--json");
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.json().get("links").asInt()).isEqualTo(3);
        assertThat(imported.err())
                .contains(topology + ":5: there are 1 columns")
                .hasLineCount(1);
    }

    @AfterAll
    static void stopsTheService() {
        service.close();
    }

    @Test
    void aQuoteIsHeldCommittedListedAndReleased() {
        Cli.Result attached = cli.run("reserve", "attach", "Lab circuits", "dtn.lbl.example", "lbl");
        assertThat(attached.out()).contains("dtn.lbl.example  lbl");
        JsonNode quote = cli.runLine("reserve quote dtn.lbl.example fnal --size 40TB --best-effort 900M --json")
                .json();
        assertThat(quote.get("earliestFinish").get("system").asString()).isEqualTo("Lab circuits");
        assertThat(quote.get("earliestFinish").get("bitsPerSecond").asDouble()).isEqualTo(10e9);
        assertThat(quote.get("shortestDuration").get("path").toString()).isEqualTo("[\"lbl\",\"denv\",\"fnal\"]");
        assertThat(quote.get("offers").get(0).get("breakEvenBytes").asLong()).isNotNegative();

        Cli.Result held = cli.run("reserve", "hold", "dtn.lbl.example", "fnal", "--size", "40TB", "--json");
        assertThat(held.code()).as(held.err()).isZero();
        String id = held.json().get("id").asString();
        assertThat(held.json().get("state").asString()).isEqualTo("HELD");
        assertThat(held.err()).contains("waybill reserve commit " + id);
        assertThat(cli.run("reserve", "commit", id, "--json")
                        .json()
                        .get("state")
                        .asString())
                .isEqualTo("COMMITTED");
        assertThat(cli.run("reserve", "list").out()).contains(id).contains("committed");
        Cli.Result second = cli.run("reserve", "quote", "lbl", "fnal", "--size", "1TB");
        assertThat(second.out()).as("what is left").contains("1.00 Gbit/s").contains("lbl > fnal");
        assertThat(cli.run("reserve", "release", id, "--json")
                        .json()
                        .get("state")
                        .asString())
                .isEqualTo("RELEASED");
        Cli.Result tooLate = cli.run("reserve", "commit", id, "--json");
        assertThat(tooLate.code()).isEqualTo(12);
        assertThat(tooLate.err()).contains("RELEASED").hasLineCount(1);
        assertThat(cli.run("reserve", "list", "--json").json().get("reservations"))
                .isEmpty();
        assertThat(cli.run("reserve", "list", "--all").out()).contains(id);
    }

    @Test
    void aCommitThatWaitsReturnsWhenTheCircuitCarriesData() {
        Instant start = Instant.now().plusSeconds(5);
        Cli.Result held = cli.runLine(
                "reserve hold --json --system 'Lab circuits' --start %s --end %s --rate 1M -- lbl fnal",
                start, start.plusSeconds(600));
        assertThat(held.code()).as(held.err()).isZero();
        String id = held.json().get("id").asString();
        Cli.Result committed = cli.run("reserve", "commit", "--wait", "1", id);
        assertThat(committed.code()).as(committed.err()).isZero();
        assertThat(Instant.now()).isAfterOrEqualTo(start);
        // the later one of the start and a second after the commit, which a slow machine brings late
        Matcher waited = Pattern.compile("waiting until (\\S+) for the circuit").matcher(committed.err());
        assertThat(waited.find()).as(committed.err()).isTrue();
        assertThat(Instant.parse(waited.group(1))).isBetween(start.truncatedTo(ChronoUnit.SECONDS), Instant.now());
        assertThat(committed.err()).hasLineCount(1);
        assertThat(cli.run("reserve", "commit", "--wait", "-1", id).code()).isEqualTo(2);
        assertThat(cli.run("reserve", "release", id).code()).isZero();
    }

    @Test
    void whatCannotBeIsOneLineAndItsExitCode() {
        Cli.Result nowhere = cli.run("reserve", "quote", "lbl", "nowhere.example", "--size", "1TB", "--json");
        assertThat(nowhere.code()).isEqualTo(12);
        assertThat(nowhere.json().get("message").asString()).contains("no known provisioning system reaches both");
        Cli.Result late = cli.run("reserve", "quote", "lbl", "fnal", "--size", "400TB", "--deadline", "60s");
        assertThat(late.code()).isEqualTo(12);
        assertThat(late.err())
                .contains("no circuit has enough capacity to finish by")
                .hasLineCount(1);
        assertThat(cli.run("reserve", "quote", "lbl", "fnal", "--size", "0").code())
                .isEqualTo(2);
        assertThat(cli.run("reserve", "quote", "lbl", "fnal", "--size", "1TB", "--start", "2020-01-01T00:00:00Z")
                        .err())
                .contains("in the past")
                .hasLineCount(1);
        assertThat(cli.run("reserve", "release", "nothing").code()).isEqualTo(3);
        assertThat(cli.run("reserve").err()).contains("missing subcommand: expected ");
        assertThat(cli.run("reserve", "attach", "Lab circuits", "x.example").err())
                .contains("--remove");
        assertThat(cli.runLine("reserve topology 'Lab circuits' %s", directory.resolve("none"))
                        .code())
                .isEqualTo(3);
    }

    @Test
    void aTopologyThatIsNoTextOrTooLongIsNotSent() throws IOException {
        Path image = Files.write(directory.resolve("image.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff});
        Cli.Result noText = cli.run("reserve", "topology", "Lab circuits", image.toString());
        assertThat(noText.code()).isEqualTo(2);
        assertThat(noText.err()).contains("cannot read").contains("as text").hasLineCount(1);
        Path large = Files.write(directory.resolve("large.json"), new byte[8 << 20]);
        Cli.Result tooLong = cli.run("reserve", "topology", "Lab circuits", large.toString());
        assertThat(tooLong.code()).isEqualTo(8);
        assertThat(tooLong.err()).contains("larger than 7.00 MiB").hasLineCount(1);
    }
}
