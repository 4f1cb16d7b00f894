package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.hostile.HostileCase.FILE;
import static org.waybill.engine.hostile.HostileCase.LARGE;
import static org.waybill.engine.hostile.HostileCase.after;
import static org.waybill.engine.hostile.HostileCase.before;
import static org.waybill.engine.hostile.HostileCase.file;
import static org.waybill.engine.hostile.HostileCase.get;
import static org.waybill.engine.hostile.HostileCase.manifest;
import static org.waybill.engine.hostile.HostileCase.put;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;

/** Nodes that have proved who they are and mean harm, against a client of 48 MiB. */
class HostileEngineTest {
    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"), "-Dhostile.home=" + directory.resolve("home"));
        Files.write(directory.resolve("small"), new byte[1000]);
        try (RandomAccessFile large =
                new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            large.setLength(LARGE);
        }
        Path tree = Files.createDirectories(directory.resolve("tree"));
        for (int i = 0; i < 300; i++) {
            Files.writeString(tree.resolve("f" + i), "content");
        }
    }

    static Stream<HostileCase> cases() {
        return Stream.concat(HostileSourceCases.all(), HostileSinkCases.all());
    }

    private static SmallHeapClient.Ended run(HostileCase hostile, int interruptAfterMillis) throws Exception {
        try (HostileNode node = HostileNode.start(directory.resolve("home"), hostile.talk())) {
            String remote = "waybill://127.0.0.1:" + node.port() + "/t";
            Path fresh = Files.createTempDirectory(directory, "into");
            return switch (hostile.wish()) {
                case "get" -> client.move(remote, fresh.resolve("a/to").toString(), interruptAfterMillis);
                case "get stream" -> client.move(remote, "-", interruptAfterMillis);
                case String asks when asks.startsWith("?") -> client.move(remote, asks, interruptAfterMillis);
                default -> client.move(directory.resolve(hostile.wish()).toString(), remote, interruptAfterMillis);
            };
        }
    }

    /** One of each kind of harm. */
    static Stream<HostileCase> samples() {
        Set<String> names = Set.of(
                "a link and what lies behind it",
                "a link out of its tree by name",
                "links without end",
                "a frame of 2 GiB",
                "a welcome again and again",
                "a list without end",
                "a name that is a climb",
                "a name that is there already",
                "a list of nothing",
                "digests without end",
                "left out without end",
                "refusals without end",
                "thousands of pieces in a block",
                "again without end",
                "committed without end",
                "ranges without end",
                "done when half is sent",
                "unwritable without end");
        return cases().filter(one -> names.contains(one.name()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noNodeExhaustsOrCrashesTheClient(HostileCase hostile) throws Exception {
        endsWell(hostile);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("cases")
    void noNodeExhaustsOrCrashesTheClientInAnyWay(HostileCase hostile) throws Exception {
        endsWell(hostile);
    }

    private static void endsWell(HostileCase hostile) throws Exception {
        SmallHeapClient.Ended ended = run(hostile, 0);
        assertThat(ended.reason()).as("%s", ended).matches(hostile.expected());
        assertThat(ended.message()).hasSizeLessThan(2_000);
        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all.filter(path -> path.getFileName().toString().startsWith("escaped")))
                    .isEmpty();
        }
    }

    static Stream<HostileCase> endless() {
        byte[] beat = MessageCodec.encode(new Message.Heartbeat());
        byte[] list = MessageCodec.encode(manifest(true, FILE));
        return Stream.of(
                before("get", "silent", peer -> Thread.sleep(60_000)),
                before("get", "drips", peer -> peer.drip(MessageCodec.encode(new Message.Welcome(1, "node")))),
                before("?pair", "drips", peer -> peer.drip(new byte[] {0, 0, 7, 0, 2})),
                after("get", "beats", peer -> peer.forever(beat)),
                after("get", "drips its list", peer -> peer.drip(list)),
                after("?list", "drips its list", peer -> peer.drip(list)),
                after("?send on", "progress", peer -> peer.forever(new Message.Progress(1, 2, 1, 2))),
                get("silent after its list", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    Thread.sleep(60_000);
                }),
                put("large", "asks for nothing", peer -> peer.forever(beat)));
    }

    @Test
    void anInterruptEndsWhatOnlyDrips() throws Exception {
        anInterruptEndsItWithinTwoSeconds(endless().skip(1).findFirst().orElseThrow());
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("endless")
    void anInterruptEndsItWithinTwoSeconds(HostileCase hostile) throws Exception {
        SmallHeapClient.Ended ended = run(hostile, 800);
        assertThat(ended.reason()).as("%s", ended).matches("InterruptedException|INTERRUPTED");
        assertThat(ended.millis()).as("%s", ended).isLessThan(2_000);
    }
}
