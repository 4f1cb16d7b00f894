package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Imports and look-ups as a user makes them, through the embedded service. */
class HistoryAndFindTest {
    private static final String RECORD = "DATE=20240107092754.223249 HOST=dtn.example.org PROG=globus-gridftp-server"
            + " NL.EVNT=FTP_INFO START=20240107092753.223249 USER=u FILE=/a BUFFER=0 BLOCK=262144 NBYTES=100000000"
            + " VOLUME=/ STREAMS=4 STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226";

    @TempDir
    private Path directory;

    @Test
    void aLogIsImportedOnceAndItsBadLinesAreToldAndDataAreFound() throws Exception {
        Cli cli = new Cli(directory);
        Path log = Files.writeString(directory.resolve("t.log"), RECORD + "\n" + RECORD.substring(0, 99) + "\n");

        Cli.Result first = cli.run("history", "import", "gridftp-log", "--json", log.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.json().get("added").asInt()).isOne();
        assertThat(first.json().get("problems").asInt()).isOne();
        assertThat(first.err()).contains("t.log:2: incomplete transfer record");
        Cli.Result again = cli.run("history", "import", "gridftp-log", log.toString());
        assertThat(again.out())
                .isEqualTo("read 1 transfer and 0 measurements, 0 of them new; skipped 1 invalid line\n");
        JsonNode shown = cli.run("history", "show", "--json", "dtn.example.org", "192.0.2.7")
                .json();
        assertThat(shown.get("transfers").size()).isOne();

        assertThat(cli.run("history", "show", "other.example.org").out())
                .startsWith("no recorded transfer matches these hosts")
                .hasLineCount(1);

        Path list = Files.writeString(
                directory.resolve("list.json"),
                "{\"files\":[{\"name\":\"a.nc\",\"size\":5,\"urls\":[\"https://a.example/a\\u001b[31m.nc\","
                        + "\"https://b.example/a.nc\"]}]}");
        JsonNode found = cli.run("find", "--json", "--file", list.toString()).json();
        assertThat(found.get("files").get(0).get("replicas").size()).isOne();
        assertThat(cli.run("find", "--file", list.toString()).out()).contains("a.nc", "https://b.example/a.nc");
        Cli.Result nowhere = cli.run("find", "anything");
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("no data catalogue is configured").hasLineCount(1);
    }

    @Test
    void aHomeWithoutForecastsHasNoAccuracy() {
        Cli cli = new Cli(directory);
        JsonNode none = cli.run("history", "accuracy", "--json").json();
        assertThat(none.get("scoredForecasts").asInt()).isZero();
        assertThat(none.get("meanLogError").isNull()).isTrue();
        assertThat(cli.run("history", "accuracy").out())
                .startsWith("no forecast has an outcome yet")
                .hasLineCount(1);
    }

    @Test
    void badUseIsToldInOneLine() {
        Cli cli = new Cli(directory);
        assertThat(cli.run("history", "import", "apache", "x").code()).isEqualTo(2);
        assertThat(cli.run("history", "import", "fts", "missing.json").code()).isEqualTo(3);
        assertThat(cli.run("find").code()).isEqualTo(2);
        assertThat(cli.run("find", "x", "--file", "y").code()).isEqualTo(2);
    }
}
