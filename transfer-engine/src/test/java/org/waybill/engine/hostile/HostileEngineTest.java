package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.Reason;
import org.waybill.engine.hostile.HostileNode.Talk;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;

/** Nodes that have proved who they are and mean harm, against a client of 48 MiB. */
class HostileEngineTest {
    private static final long WINDOW = 60L << 20;
    private static final int LARGE = 20 << 20;
    /** A peer that breaks the protocol, or goes beyond a bound: exit code 8. */
    private static final String BREACH = "LIMIT";
    private static final Entry FILE = file("", 1);
    private static final Entry TREE = directory("");

    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"), "-Dhostile.home=" + directory.resolve("home"));
        Files.write(directory.resolve("small"), new byte[1000]);
        try (RandomAccessFile large = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            large.setLength(LARGE);
        }
        Path tree = Files.createDirectories(directory.resolve("tree"));
        for (int i = 0; i < 300; i++) {
            Files.writeString(tree.resolve("f" + i), "content");
        }
    }

    /**
     * What the client does and what it is told.
     *
     * @param wish {@code get}, what is put, or a question of {@link SmallHeapClient}
     */
    record Case(String wish, String name, Talk talk, String expected) {
        @Override
        public String toString() {
            return wish + ": " + name;
        }
    }

    private static Entry file(String path, long size) {
        return new Entry(path, Kind.FILE, size, 0, 0644);
    }

    private static Entry directory(String path) {
        return new Entry(path, Kind.DIRECTORY, 0, 0, 0755);
    }

    private static Message.Manifest manifest(boolean last, Entry... entries) {
        return new Message.Manifest(List.of(entries), last);
    }

    /** A get whose list is this, and then silence. */
    private static Case listed(String name, Entry... entries) {
        return get(name, peer -> {
            peer.say(manifest(true, entries));
            peer.hear(Message.Failure.class);
        });
    }

    private static Case get(String name, Talk after) {
        return session("get", name, after);
    }

    /** What a network does too: it counts as a lost connection, and whoever retries does. */
    private static Case altered(String name, Talk after) {
        return new Case("get", name, session("get", name, after).talk(), "CONNECTION_LOST");
    }

    private static Case session(String wish, String name, Talk after) {
        return new Case(wish, name, peer -> {
            peer.accept(WINDOW);
            after.run(peer);
        }, BREACH);
    }

    /** A put whose source is heard out before it is told something. */
    private static Case put(String wish, String name, Talk after) {
        return session(wish, name, peer -> {
            Message.Manifest part = peer.hear(Message.Manifest.class);
            while (!part.last()) {
                part = peer.hear(Message.Manifest.class);
            }
            after.run(peer);
        });
    }

    private static Case before(String wish, String name, Talk talk) {
        return new Case(wish, name, talk, BREACH);
    }

    private static Case after(String wish, String name, Talk talk) {
        return new Case(wish, name, peer -> {
            peer.welcome();
            talk.run(peer);
        }, BREACH);
    }

    /** Three entries of a tree, the last of which has this path. */
    private static Case named(String what, String path) {
        Case listed = listed("a name that is " + what, TREE, file("f", 1), file(path, 1));
        return new Case(listed.wish(), listed.name(), listed.talk(), BREACH + "|UNSAFE");
    }

    private static byte[] ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length);
        for (int number : numbers) {
            bytes.putInt(number);
        }
        return bytes.array();
    }

    private static Stream<Case> frames() {
        return Stream.of(
                before("get", "a frame of 2 GiB", peer -> peer.raw(ints(Integer.MAX_VALUE, 0))),
                before("get", "a frame of -1", peer -> peer.raw(ints(-1, 0))),
                before("get", "a frame of nothing", peer -> peer.raw(ints(0, 0))),
                before("get", "a frame of an unknown kind", peer -> peer.frame(200, new byte[10])),
                before("get", "bytes too many", peer -> peer.frame(6, new byte[10])),
                before("get", "a request instead of an answer", peer -> {
                    peer.say(new Message.ListRequest("/", true));
                    peer.hear(Message.Failure.class);
                }),
                before("get", "not UTF-8", peer -> peer.frame(2, new byte[] {0, 1, 0, 2, (byte) 0xc3, 0x28})),
                after("get", "a list of 2^31 entries", peer -> peer.frame(13, ints(0x01ffffff, 0xff000000))),
                after("get", "a welcome again and again",
                        peer -> peer.forever(new Message.Welcome(1, "again"))),
                after("get", "answers to no question without end",
                        peer -> peer.forever(new Message.DatagramsOpen(7, 1, new byte[16]))),
                after("get", "an unknown reason", peer -> peer.frame(5, new byte[] {0, 1, 'X', 0, 0})));
    }

    private static Stream<Case> lists() {
        return Stream.of(
                get("a list without end", peer -> {
                    peer.say(manifest(false, TREE));
                    for (int i = 0; true; i++) {
                        Entry[] many = new Entry[500];
                        for (int j = 0; j < many.length; j++) {
                            many[j] = directory("d" + i + "-" + j);
                        }
                        peer.say(manifest(false, many));
                    }
                }),
                get("empty lists without end", peer -> peer.forever(manifest(false))),
                get("a list of nothing", peer -> {
                    peer.say(manifest(true), new Message.Summary("UNKNOWN", "", 0));
                    peer.hear(Message.Failure.class);
                }),
                named("a climb", "../../escaped"), named("absolute", "/escaped"), named("a climb within", "a/../../e"),
                named("with a NUL", "f\0g"), named("empty again", ""), named("a dot", "."), named("long",
                        "n".repeat(300)), named("of our own", ".waybill-0123456789ab.part"),
                named("there already", "f"), named("there already, otherwise written", "./f"),
                named("below a file", "f/g"),
                listed("a directory that is a file too", TREE, directory("d"), file("d", 1)),
                listed("a tree below what is not there", TREE, directory("d/e")),
                listed("the same large file twice", TREE, file("f", LARGE), file("f", LARGE)),
                listed("two files where one was asked for", FILE, FILE),
                listed("a file that is no file", new Entry("", Kind.OTHER, 0, 0, 0)),
                listed("a file that is absent", new Entry("", Kind.ABSENT, 0, 0, 0)),
                listed("the first not its root", file("f", 1)),
                listed("sizes that sum to less than nothing", TREE, file("a", Long.MAX_VALUE), file("b", 2)),
                new Case("get", "a size that no disk has", peer -> {
                    peer.accept(WINDOW);
                    peer.say(manifest(true, file("", Long.MAX_VALUE)));
                    peer.hear(Message.Failure.class);
                }, "DISK_FULL"),
                new Case("get", "of version 1, which hears of no single file", peer -> {
                    peer.hear(Message.Hello.class);
                    peer.say(new Message.Welcome(1, "node"));
                    peer.hear();
                    peer.say(new Message.Ready(new byte[16], WINDOW),
                            manifest(true, TREE, file("f", Long.MAX_VALUE)));
                    peer.hear(Message.Failure.class);
                }, "DISK_FULL"),
                get("the list again", peer -> {
                    peer.say(manifest(true, FILE), manifest(true, FILE));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static Stream<Case> contents() {
        byte[] sum = new byte[32];
        return Stream.of(
                get("digests without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(new Message.Digests(List.of(new Message.Digest(0, sum))));
                }),
                get("digests of what is not there", peer -> {
                    peer.say(manifest(true, FILE), new Message.Digests(List.of(new Message.Digest(7, sum))));
                    peer.hear(Message.Failure.class);
                }),
                get("blocks on the control connection without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(inline(0, 0, new byte[200_000]));
                }),
                get("empty blocks without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(new Message.InlineBlock(new byte[8]));
                }),
                get("a block of a megabyte", peer -> {
                    peer.say(manifest(true, FILE), new Message.InlineBlock(new byte[1_000_000]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block without a number", peer -> {
                    peer.say(manifest(true, FILE), new Message.InlineBlock(new byte[3]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block of another file", peer -> {
                    peer.say(manifest(true, FILE), inline(9, 0, new byte[1]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block beyond the end", peer -> {
                    peer.say(manifest(true, file("", LARGE)), inline(0, LARGE - 1, new byte[10]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block at the end of all numbers", peer -> {
                    peer.say(manifest(true, file("", LARGE)), inline(0, Long.MAX_VALUE - 2, new byte[10]));
                    peer.hear(Message.Failure.class);
                }),
                get("a small file in pieces", peer -> {
                    peer.say(manifest(true, file("", 10)), inline(0, 5, new byte[5]));
                    peer.hear(Message.Failure.class);
                }),
                get("refusals without end", peer -> {
                    peer.say(manifest(true, TREE));
                    peer.forever(new Message.Unsendable(Message.Unsendable.NOT_LISTED, Reason.PERMISSION,
                            "x".repeat(3000)));
                }),
                get("the same refused twice", peer -> {
                    Message refused = new Message.Unsendable(1, Reason.PERMISSION, "no");
                    peer.say(manifest(true, TREE, file("f", 1), file("g", 1)), refused, refused);
                    peer.hear(Message.Failure.class);
                }),
                get("what only a sink says", peer -> {
                    peer.say(manifest(true, FILE), new Message.Need(1, List.of()));
                    peer.hear(Message.Failure.class);
                }),
                get("thousands of pieces in a block", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.hear(Message.Need.class);
                    flood(peer.data(), true);
                }),
                get("empty blocks on a data connection, acknowledgements unread", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.hear(Message.Need.class);
                    flood(peer.data(), false);
                }),
                altered("a record of 2 GiB", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.data().channel().write(ByteBuffer.wrap(ints(Integer.MAX_VALUE, 0)));
                    peer.hear(Message.Failure.class);
                }),
                altered("a record that does not open", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.data().channel().write(ByteBuffer.wrap(ints(20, 0, 0, 0, 0, 0)));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static void flood(HostileNode.Data data, boolean pieces) throws IOException {
        byte[] one = HostileNode.segment(0, 5, 0, new byte[0]);
        ByteBuffer many = ByteBuffer.allocate(pieces ? 16 * 16_000 : 0);
        while (many.hasRemaining()) {
            many.put(one);
        }
        for (long number = 0; true; number += 2) {
            data.block(number, many.array());
        }
    }

    private static Message inline(int entry, long offset, byte[] content) {
        byte[] segment = HostileNode.segment(entry, offset, content.length, content);
        return new Message.InlineBlock(ByteBuffer.allocate(8 + segment.length).putLong(0).put(segment).array());
    }

    private static Stream<Case> sinks() {
        List<Message.Range> ranges = IntStream.range(0, 60_000).mapToObj(i -> new Message.Range(i * 2L, 1)).toList();
        return Stream.of(
                put("large", "again without end", peer -> {
                    peer.say(new Message.Need(1, List.of()));
                    peer.forever(new Message.Again(0));
                }),
                put("large", "again before anything was asked for", peer -> {
                    peer.say(new Message.Again(0));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "more than there is", peer -> {
                    peer.say(new Message.Need(7, List.of()));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges beyond all numbers", peer -> {
                    peer.say(new Message.Need(1, List.of(new Message.Have(0, false,
                            List.of(new Message.Range(Long.MAX_VALUE, Long.MAX_VALUE))))));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges beyond the file", peer -> {
                    peer.say(new Message.Need(1, List.of(new Message.Have(0, false,
                            List.of(new Message.Range(0, LARGE), new Message.Range(LARGE, 1L << 40))))));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges that overlap", peer -> {
                    peer.say(new Message.Need(1, List.of(new Message.Have(0, false,
                            List.of(new Message.Range(0, 1000), new Message.Range(500, 1000))))));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "ranges without end", peer -> {
                    for (int i = 1; i <= 301; i++) {
                        peer.say(new Message.Need(i, List.of(new Message.Have(i - 1, false, ranges))));
                    }
                    peer.hear(Message.Failure.class);
                }),
                put("large", "committed without end", peer -> {
                    for (int i = 0; true; i++) {
                        int from = i * 100_000;
                        peer.say(new Message.Committed(IntStream.range(from, from + 100_000).boxed().toList()));
                    }
                }),
                put("large", "committed before it was sent", peer -> {
                    peer.say(new Message.Committed(List.of(0)), new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("large", "done at once", peer -> {
                    peer.say(new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "done when half is sent", peer -> {
                    peer.say(new Message.Need(100, List.of()), new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("large", "what only a source says", peer -> {
                    peer.say(manifest(true, FILE));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "retired streams without end", peer -> {
                    for (int i = 0; true; i++) {
                        peer.say(new Message.Retire(i % 60_000, true));
                    }
                }));
    }

    private static Stream<Case> unwilling() {
        return Stream.of(
                put("large", "unwritable where there is one file", peer -> {
                    peer.say(new Message.Unwritable(0, Reason.PERMISSION, "no"));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable without end", peer -> {
                    for (int i = 1; true; i++) {
                        peer.say(new Message.Unwritable(i, Reason.PERMISSION, "x".repeat(1000)));
                    }
                }),
                put("tree", "the same unwritable twice", peer -> {
                    Message no = new Message.Unwritable(1, Reason.PERMISSION, "no");
                    peer.say(no, no);
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable for no failure", peer -> {
                    peer.say(new Message.Unwritable(1, Reason.NOTHING_TO_DO, "no"));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable and committed", peer -> {
                    peer.say(new Message.Unwritable(1, Reason.PERMISSION, "no"), new Message.Committed(List.of(1)));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static Stream<Case> answers() {
        return Stream.of(
                after("?list", "a list without end", peer -> {
                    Entry[] many = new Entry[500];
                    Arrays.fill(many, file("f".repeat(100), 1));
                    peer.forever(manifest(false, many));
                }),
                after("?list", "empty lists without end", peer -> peer.forever(manifest(false))),
                after("?list", "another kind of answer", peer -> peer.say(new Message.Done())),
                after("?status", "a negative size", peer -> peer.frame(8, new byte[] {1, -1, -1, -1, -1, -1, -1, -1,
                    -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})),
                after("?examine", "another kind of answer", peer -> peer.say(new Message.Done())),
                after("?download", "empty blocks without end",
                        peer -> peer.forever(new Message.InlineBlock(new byte[0]))),
                after("?download", "more than was wanted",
                        peer -> peer.forever(new Message.InlineBlock(new byte[70_000]))),
                before("?pair", "a frame of a megabyte", peer -> peer.raw(ints(1 << 20, 0))),
                before("?pair", "another kind of answer", peer -> peer.say(new Message.Welcome(1, "x"))),
                new Case("?pair", "no proof", peer -> peer.say(new Message.PairAccepted(new byte[32])),
                        "CERTIFICATE"));
    }

    static Stream<Case> cases() {
        return Stream.of(frames(), lists(), contents(), sinks(), unwilling(), answers()).flatMap(each -> each);
    }

    private static SmallHeapClient.Ended run(Case hostile, int interruptAfterMillis) throws Exception {
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
    static Stream<Case> samples() {
        Set<String> names = Set.of("a frame of 2 GiB", "a welcome again and again", "a list without end",
                "a name that is a climb", "a name that is there already", "a list of nothing", "digests without end",
                "refusals without end", "thousands of pieces in a block", "again without end", "committed without end",
                "ranges without end", "done when half is sent", "unwritable without end");
        return cases().filter(one -> names.contains(one.name()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noNodeExhaustsOrCrashesTheClient(Case hostile) throws Exception {
        endsWell(hostile);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("cases")
    void noNodeExhaustsOrCrashesTheClientInAnyWay(Case hostile) throws Exception {
        endsWell(hostile);
    }

    private static void endsWell(Case hostile) throws Exception {
        SmallHeapClient.Ended ended = run(hostile, 0);
        assertThat(ended.reason()).as("%s", ended).matches(hostile.expected());
        assertThat(ended.message()).hasSizeLessThan(2_000);
        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all.filter(path -> path.getFileName().toString().startsWith("escaped"))).isEmpty();
        }
    }

    static Stream<Case> endless() {
        byte[] beat = MessageCodec.encode(new Message.Beat());
        byte[] list = MessageCodec.encode(manifest(true, FILE));
        return Stream.of(before("get", "silent", peer -> Thread.sleep(60_000)),
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
    void anInterruptEndsItWithinTwoSeconds(Case hostile) throws Exception {
        SmallHeapClient.Ended ended = run(hostile, 800);
        assertThat(ended.reason()).as("%s", ended).matches("InterruptedException|INTERRUPTED");
        assertThat(ended.millis()).as("%s", ended).isLessThan(2_000);
    }
}
