package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.cli.Cli;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.node.WaybillNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A proxy that closes the client's side after 60 MB and keeps the node's open ends no copy. */
@Tag("nightly")
@Timeout(900)
class LostConnectionsNightlyTest {
    private static final int TIMES = 20;
    private static final int FILE_BYTES = 100_000_000;
    private static final int LOST_BYTES = 60_000_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"tcp, true", "plut, true", "tcp, false", "plut, false"})
    void aCopyEndsVerifiedTwentyTimes(String transport, boolean push) throws Exception {
        Cli cli = new Cli(directory);
        Path data = Files.createDirectory(directory.resolve("data"));
        Path source = Files.write((push ? directory : data).resolve("source"), content());
        try (WaybillNode node = cli.node(data)) {
            for (int i = 0; i < TIMES; i++) {
                try (TcpForwarder proxy = new TcpForwarder(node.address())) {
                    String at = "waybill://127.0.0.1:" + proxy.port() + "/";
                    Path target = (push ? data : directory).resolve("copy" + i);
                    Path events = directory.resolve("events" + i);
                    AtomicReference<Cli.Result> ended = new AtomicReference<>();
                    Thread copy = Thread.ofPlatform()
                            .start(() -> ended.set(cli.runLine(
                                    "copy --transport %s --dedicated --rate 250M --events %s --json %s %s",
                                    transport,
                                    events,
                                    push ? source : at + "source",
                                    push ? at + target.getFileName() : target)));
                    while (bytesDone(events) < LOST_BYTES) {
                        assertThat(copy.isAlive()).as("%s", ended).isTrue();
                        Thread.sleep(20);
                    }
                    proxy.cutNear();
                    copy.join();
                    JsonNode report = ended.get().json();
                    assertThat(ended.get().code()).as("%s", ended).isZero();
                    assertThat(report.get("attempts").asInt()).as("%s", report).isEqualTo(2);
                    assertThat(report.get("sha256").isNull()).as("%s", report).isFalse();
                    // datagrams do not go through the proxy
                    assertThat(proxy.carriedBytes())
                            .as("what went through once is not sent again: %s", report)
                            .isLessThan(FILE_BYTES + LOST_BYTES / 2);
                    assertThat(target).satisfies(sameContentAs(source));
                    System.out.printf(
                            "%s %s, %d of %d: verified after %s s%n",
                            transport, push ? "push" : "pull", i + 1, TIMES, report.get("seconds"));
                    Files.delete(target);
                }
            }
        }
    }

    private static byte[] content() {
        byte[] content = new byte[FILE_BYTES];
        new Random(7).nextBytes(content);
        return content;
    }

    /** What the last whole event line says of the progress. */
    private static long bytesDone(Path events) throws IOException {
        if (!Files.exists(events)) {
            return 0;
        }
        String written = Files.readString(events);
        return written.substring(0, written.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> JsonMapper.shared().readTree(line))
                .filter(event -> event.get("event").asString().equals("progress"))
                .mapToLong(event -> event.get("bytesDone").asLong())
                .max()
                .orElse(0);
    }
}
