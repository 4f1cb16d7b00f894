package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.cli.command.Terminal;
import org.waybill.engine.TransferListener;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code copy --events}: one JSON object a line. */
@Timeout(60)
class EventLinesTest {
    @TempDir
    Path temp;

    private static List<JsonNode> events(String lines) {
        return lines.lines().map(line -> JsonMapper.shared().readTree(line)).toList();
    }

    @Test
    void standardOutputHoldsOneObjectALineAndTheReportLast() throws Exception {
        Path source = Files.write(temp.resolve("data"), new byte[300_000]);
        Path target = temp.resolve("copy");
        Cli.Result result = new Cli(temp).run("move", "--events", "-", source.toString(), target.toString());
        assertThat(result.code()).as(result.err()).isZero();
        List<JsonNode> events = events(result.out());
        assertThat(events).hasSizeGreaterThan(1).allMatch(event -> event.has("event") && event.has("at"));
        assertThat(events).extracting(event -> event.get("event").asString()).contains("progress");
        assertThat(events.getLast().get("event").asString()).isEqualTo("end");
        assertThat(events.getLast().get("result").get("status").asString()).isEqualTo("OK");
        assertThat(events.getLast().get("result").get("bytes").asLong()).isEqualTo(300_000);
        assertThat(target).satisfies(sameContentAs(source));
    }

    /** Of a task, which reports each 5 s: it is how far a copy came. */
    @Test
    void theLastProgressIsWrittenBeforeTheEndHoweverSoonThatComes() throws Exception {
        Path file = temp.resolve("events");
        Terminal terminal = new Terminal(System.out, System.err, false, false, 80, Map.of());
        EventLines lines =
                EventLines.to(file.toString(), terminal, InstantSource.fixed(Instant.EPOCH), TransferListener.NONE);
        for (int done = 1; done <= 3; done++) {
            lines.onProgress(new TransferListener.Progress(TransferListener.Phase.MOVING, done, 9, 0, 1, "f"));
        }
        lines.end(Map.of());
        assertThat(events(Files.readString(file)))
                .extracting(event -> event.path("bytesDone").asLong(0))
                .containsExactly(1L, 3L, 0L);
    }

    @Test
    void aFailureEndsTheEventsToo() throws Exception {
        Path events = temp.resolve("events.ndjson");
        Cli.Result result = new Cli(temp)
                .run(
                        "move",
                        "--json",
                        "--events",
                        events.toString(),
                        temp.resolve("missing").toString(),
                        temp.resolve("copy").toString());
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.json().get("status").asString()).isEqualTo("NOT_FOUND");
        JsonNode last = events(Files.readString(events)).getLast();
        assertThat(last.get("event").asString()).isEqualTo("end");
        assertThat(last.get("result").get("status").asString()).isEqualTo("NOT_FOUND");
    }

    @Test
    void aFailureBeforeAnythingIsMovedEndsTheEventsToo() {
        Cli.Result result = new Cli(temp)
                .run("copy", "--quiet", "--events", "-", temp.resolve("missing").toString(), "waybill://127.0.0.1:1/");
        assertThat(result.code()).isEqualTo(3);
        List<JsonNode> events = events(result.out());
        assertThat(events.getLast().get("event").asString()).isEqualTo("end");
        assertThat(events.getLast().get("result").get("status").asString()).isEqualTo("NOT_FOUND");
    }

    @Test
    void eventsThatCannotBeWrittenAreOneLineAndNoSuccess() throws Exception {
        Path source = Files.write(temp.resolve("data"), new byte[300_000]);
        Path target = temp.resolve("copy");
        Cli cli = new Cli(temp);
        Cli.Result copied = cli.runLine("copy --json --events /dev/full %s %s", source, target);
        assertThat(copied.code()).as(copied.err()).isEqualTo(7);
        assertThat(copied.err()).containsOnlyOnce("cannot write the events to /dev/full: No space left on device; ");
        assertThat(copied.json().get("status").asString()).isEqualTo("OK");
        assertThat(target).satisfies(sameContentAs(source));
        Cli.Result synced = cli.runLine("sync --quiet --events /dev/full %s %s/", source, temp);
        assertThat(synced.code()).as(synced.err()).isEqualTo(7);
        assertThat(synced.err()).contains("cannot write the events").hasLineCount(1);
        Cli.Result failed = cli.runLine("copy --quiet --events /dev/full %s/missing %s", temp, target);
        assertThat(failed.code()).as(failed.err()).isEqualTo(3);
        assertThat(failed.err()).contains("cannot write the events").hasLineCount(2);
    }

    @Test
    void twoThingsDoNotShareStandardOutput() {
        Cli.Result result = new Cli(temp).run("move", "--json", "--events", "-", "a", "b");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("both need standard output").hasLineCount(1);
    }

    @Test
    void nothingIsWrittenThroughALinkThatSomebodyHasPutInPlaceOfEventsReportOrManualPage() throws Exception {
        Path precious = Files.writeString(temp.resolve("precious"), "mine");
        Path pages = Files.createDirectory(temp.resolve("man"));
        for (String name : List.of("events", "report", "man/waybill.1")) {
            Files.createSymbolicLink(temp.resolve(name), precious);
        }
        Path source = Files.write(temp.resolve("data"), new byte[100]);
        Cli cli = new Cli(temp);

        assertThat(cli.run(
                                "move",
                                "--events",
                                temp.resolve("events").toString(),
                                "--report",
                                temp.resolve("report").toString(),
                                source.toString(),
                                temp.resolve("copy").toString())
                        .code())
                .isZero();
        assertThat(cli.run("help", "--man-pages", pages.toString()).code()).isZero();

        assertThat(precious).hasContent("mine");
        assertThat(events(Files.readString(temp.resolve("events")))).isNotEmpty();
        assertThat(pages.resolve("waybill.1")).content().startsWith(".TH");
    }
}
