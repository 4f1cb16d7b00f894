package org.waybill.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.driver.udp.DatagramTerms;

class MessageCodecTest {
    private static final byte[] SHORT = {1, 2, 3};
    private static final byte[] ID = bytes(16, 0x10);
    private static final byte[] HASH = bytes(32, 0x40);
    private static final byte[] NAME = bytes(16, 0x80);
    private static final Message.Terms TERMS = new Message.Terms("/a b", "n\u00e4me\n", true, HASH, true, 1_000_000L);

    private static byte[] bytes(int count, int first) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (first + i);
        }
        return bytes;
    }

    static Stream<Message> oneOfEach() {
        return Stream.of(
                new Message.Hello(1, "agent", HASH, NAME),
                new Message.Hello(1, "agent", new byte[0], NAME),
                new Message.Hello(1, "agent", HASH, new byte[0]),
                new Message.Hello("agent"),
                new Message.Welcome(1, "node"),
                new Message.PairRequest(HASH),
                new Message.PairAccepted(HASH),
                new Message.PairAsk(HASH, "read"),
                new Message.PairGranted("read;path=/x"),
                new Message.Failure(Reason.DISK_FULL, "no room"),
                new Message.Heartbeat(),
                new Message.StatusRequest("/x"),
                new Message.Status(Message.Kind.FILE, 1L << 40, -5, -1),
                new Message.ListRequest("/x", true),
                new Message.Put(TERMS),
                new Message.Get(TERMS),
                new Message.PutStream(TERMS),
                new Message.Ready(ID, 48 << 20),
                new Message.Manifest(
                        true,
                        List.of(new Message.Entry("a/\ud83d\ude00", Message.Kind.DIRECTORY, 0, Long.MIN_VALUE, 0755))),
                new Message.RequestedEntries(
                        7, List.of(new Message.ReceivedRanges(3, false, List.of(new Message.Range(1, 2))))),
                new Message.Ack(List.of(new Message.Span(1, Long.MAX_VALUE))),
                new Message.Digests(List.of(new Message.Digest(1, HASH))),
                new Message.NewPermissions(1, 0640),
                new Message.HardLinks(List.of(new Message.HardLink(2, ID))),
                new Message.InlineBlock(SHORT),
                new Message.Committed(List.of(1, 2)),
                new Message.Summary("LOSS", "text", 5),
                new Message.Done(),
                new Message.Progress(1, -1, 2, 3),
                new Message.Report(1, 2, "ab", 3, 4, 5, "CPU", "text"),
                new Message.ResendFile(4),
                new Message.StopStream(7, true),
                new Message.OpenDatagrams(3, DatagramTerms.Transport.TSP, 7_000_000, -5, 60_000_000, true, 4711),
                new Message.DatagramsOpen(3, 65_535, ID),
                new Message.RateTest(1 << 20, true),
                new Message.TrainRequest(-7),
                new Message.TrainsOpen(4711),
                new Message.TrainAnnouncement(3, 40),
                new Message.TrainArrivals(3, List.of(1L, Long.MIN_VALUE)),
                new Message.SendTrain(4, 1400, List.of(new Message.Burst(8, 0, 1), new Message.Burst(40, 120, 9))),
                new Message.TrainSent(4, List.of(5L, 6L)),
                new Message.HostInfoRequest(),
                new Message.HostInfo("@waybill cpus\n2\n"),
                new Message.Unsendable(2, Reason.PERMISSION, "text"),
                new Message.Unwritable(3, Reason.DISK_FULL, "text"),
                new Message.OpenPath(3, HASH),
                new Message.PathOpen(ID, HASH, 7411),
                new Message.SendOn("/p", "h", 7411, "/q/", true, 5),
                new Message.Rules(true, List.of("rule - *.tmp", "path n\u00e4me")),
                new Message.Links(List.of(new Message.Link("d/l", "../f", -5))),
                new Message.Attributes(
                        true,
                        List.of(new Message.Attributed(
                                1, new FileAttributes(1000, -1, "ana", "", Map.of("user.a", SHORT))))),
                new Message.NotKept(Extra.XATTRS, "no"),
                new Message.StatRequest("/x"),
                new Message.ListDirectory("/x"),
                new Message.Listing(false, List.of(new Message.Listed("a", 0100644, 1L << 40, -5))),
                new Message.MakeDirectory("/x"),
                new Message.Remove("/x", true),
                new Message.Removed(1, 2, 3, List.of(new Message.Kept("/x", Reason.PERMISSION, "no"))),
                new Message.Rename("/x", "/y", true),
                new Message.Hash("/x", 5, -1),
                new Message.Hashed(HASH),
                new Message.Read("/x", 5),
                new Message.ReadLink("/x"),
                new Message.GiveUp("/x", "y", true),
                new Message.SetTimes("/x", List.of(new Message.Timed("d/l", -5))));
    }

    @Test
    void knowsEveryMessage() {
        assertThat(oneOfEach().map(Object::getClass).distinct().count()).isEqualTo(kinds(Message.class));
    }

    private static long kinds(Class<?> message) {
        return Stream.of(message.getPermittedSubclasses())
                .mapToLong(one -> one.isInterface() ? kinds(one) : 1)
                .sum();
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void readsWhatItWrote(Message message) throws Exception {
        byte[] frame = MessageCodec.encode(message);

        Message read = MessageCodec.decode(Arrays.copyOfRange(frame, 4, frame.length));

        assertThat(MessageCodec.encode(read)).isEqualTo(frame);
        assertThat(read).usingRecursiveComparison().isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void refusesEveryTruncationAndEveryTrailingByte(Message message) {
        byte[] frame = MessageCodec.encode(message);
        for (int length = 4; length < frame.length; length++) {
            byte[] cut = Arrays.copyOfRange(frame, 4, length);
            if (message instanceof Message.InlineBlock && cut.length > 0) {
                continue;
            }
            assertThatThrownBy(() -> MessageCodec.decode(cut)).isInstanceOf(WireException.class);
        }
        if (!(message instanceof Message.InlineBlock)) {
            byte[] longer = Arrays.copyOfRange(frame, 4, frame.length + 1);
            assertThatThrownBy(() -> MessageCodec.decode(longer)).isInstanceOf(WireException.class);
        }
    }

    /** As version 7 wrote them first, or an earlier one: the peers of older releases read these bytes and no others. */
    @Test
    void writesTheBytesThatPeersOfThisVersionKnow() throws Exception {
        List<String> frames = oneOfEach()
                .map(message -> message.getClass().getSimpleName() + " "
                        + HexFormat.of().formatHex(MessageCodec.encode(message)))
                .toList();

        assertThat(frames)
                .containsExactlyElementsOf(
                        Files.readAllLines(Path.of("src/test/resources/org/waybill/engine/wire/frames-version-7.txt")));
    }

    /** The decoder has no types but these. */
    @Test
    void refusesEveryTypeThatHasNoMessage() {
        List<Integer> known = oneOfEach()
                .map(message -> (int) MessageCodec.encode(message)[4])
                .toList();
        for (int type = 0; type < 256; type++) {
            byte[] frame = {(byte) type};
            if (!known.contains(type)) {
                assertThatThrownBy(() -> MessageCodec.decode(frame))
                        .isInstanceOf(WireException.class)
                        .hasMessage("a frame of unknown type " + (frame[0] & 0xff));
            }
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    /** A thousand mutations a seed: a decoder may refuse, and may not do anything else. */
    @ParameterizedTest
    @MethodSource("seeds")
    void survivesMutatedFrames(long seed) {
        Random random = new Random(seed);
        List<Message> messages = oneOfEach().toList();
        for (int i = 0; i < 1000; i++) {
            byte[] frame = MessageCodec.encode(messages.get(random.nextInt(messages.size())));
            byte[] body = Arrays.copyOfRange(frame, 4, frame.length);
            for (int j = random.nextInt(4); j >= 0; j--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            try {
                MessageCodec.decode(body);
            } catch (WireException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void believesNoCountThatItsFrameCannotHold() {
        byte[] digests = {16, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        assertThatThrownBy(() -> MessageCodec.decode(digests))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("does not fit");
    }

    @Test
    void refusesASpanThatEndsBeforeItStarts() {
        byte[] ack = new byte[1 + 4 + 16];
        ack[0] = 15;
        ack[4] = 1;
        ack[12] = 2;
        assertThatThrownBy(() -> MessageCodec.decode(ack))
                .isInstanceOf(WireException.class)
                .hasMessage("a span that ends before it starts");
    }

    @Test
    void refusesAttributesThatNoPeerMaySet() {
        for (String name : List.of(
                "security.capability", "trusted.a", "user.waybill.owner", "user.", "system.posix_acl_accessible")) {
            assertThatThrownBy(() -> new Message.Attributed(1, new FileAttributes(0, 0, Map.of(name, SHORT))))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        Map<String, byte[]> much = Map.of("user.a", new byte[40_000], "user.b", new byte[40_000]);
        assertThatThrownBy(() -> new Message.Attributed(1, new FileAttributes(0, 0, much)))
                .isInstanceOf(IllegalArgumentException.class);

        byte[] frame = MessageCodec.encode(new Message.Attributes(
                true, List.of(new Message.Attributed(1, new FileAttributes(0, 0, Map.of("user.a", SHORT))))));
        frame[frame.length - 11] = 'U';
        assertThat(new String(frame, StandardCharsets.ISO_8859_1)).contains("User.a");
        assertThatThrownBy(() -> MessageCodec.decode(Arrays.copyOfRange(frame, 4, frame.length)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("attributes that no peer may set");
    }

    @Test
    @Timeout(8)
    void manyNamesOfOneHashTakeNoTime() {
        List<String> same = List.of("");
        while (same.size() < 1 << 17) {
            same = same.stream()
                    .flatMap(name -> Stream.of(name + "Aa", name + "BB"))
                    .toList();
        }
        assertThat(same.stream().map(String::hashCode).distinct()).hasSize(1);
        Map<String, byte[]> named = same.stream().collect(Collectors.toMap(name -> name, _ -> new byte[0]));
        assertThat(new FileAttributes(0, 0, named).isAcceptable()).isFalse();
    }

    @Test
    void cutsALongExplanationToWhatThePeerTakes() throws Exception {
        byte[] frame = MessageCodec.encode(new Message.Failure(Reason.DISK_FULL, "\u00e4".repeat(5000)));

        Message read = MessageCodec.decode(Arrays.copyOfRange(frame, 4, frame.length));

        assertThat(((Message.Failure) read).text()).hasSize(1024).endsWith("\u00e4...");
    }

    @Test
    void aNameThatIsNotSentComesWholeAndAReasonThatDoesNotFitShowsThatItWasCut() throws Exception {
        String path = "\u00e4/".repeat(1200) + "end";
        for (NotTransferred missing : List.of(
                NotTransferred.leftOut(path, NotTransferred.SPECIAL),
                new NotTransferred(path, Reason.PERMISSION.name(), path + ": no"),
                NotTransferred.leftOut("p".repeat(5000), "x".repeat(5000)))) {
            byte[] frame = MessageCodec.encode(Message.Unsendable.notListed(missing));
            NotTransferred read =
                    ((Message.Unsendable) MessageCodec.decode(Arrays.copyOfRange(frame, 4, frame.length))).missing();
            assertThat(List.of(missing.path(), missing.text()))
                    .zipSatisfy(List.of(read.path(), read.text()), (sent, heard) -> {
                        if (!heard.equals(sent)) {
                            assertThat(heard).endsWith("...").startsWith(sent.substring(0, 200));
                        }
                    });
            assertThat(read.path().equals(path)).isEqualTo(missing.path().equals(path));
        }
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        byte[] status = {7, 0, 2, (byte) 0xc3, 0x28};
        assertThatThrownBy(() -> MessageCodec.decode(status)).isInstanceOf(WireException.class);
    }
}
