package org.waybill.engine.wire;

import static org.waybill.engine.wire.Field.FLAG;
import static org.waybill.engine.wire.Field.I64;
import static org.waybill.engine.wire.Field.REST;
import static org.waybill.engine.wire.Field.U16;
import static org.waybill.engine.wire.Field.U31;
import static org.waybill.engine.wire.Field.U63;
import static org.waybill.engine.wire.Field.U8;
import static org.waybill.engine.wire.Field.code;
import static org.waybill.engine.wire.Field.list;
import static org.waybill.engine.wire.Field.name;
import static org.waybill.engine.wire.Field.raw;
import static org.waybill.engine.wire.Field.record;
import static org.waybill.engine.wire.Field.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.driver.udp.DatagramTerms.Transport;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.Message.Terms;

/**
 * Messages as frames: {@code u32 length | u8 type | payload}, the length counting type and payload. The payload is the
 * components of the message's record, in their order. A new message is a row of the table, together with a new
 * {@link #VERSION}. A message gets no further field, since older readers refuse what follows the last one.
 */
public final class MessageCodec {
    /** What this build speaks. */
    public static final int VERSION = 7;
    /** No frame is longer. */
    public static final int MAX_FRAME = 1 << 20;
    /** No frame is longer before the peer is known. */
    public static final int MAX_FRAME_BEFORE_TRUST = 2048;
    /** Bytes of a path on the wire, as in Linux' PATH_MAX. */
    public static final int MAX_PATH = 4096;

    /** Fits into a frame of those that are not known yet. */
    private static final int MAX_GRANT = 1900;

    static final int MAX_TEXT = 4096;
    /** A pattern of 4,096 characters of up to 4 bytes, and what it is. */
    private static final int MAX_WORD = 4 * 4096 + 40;

    private static final int SHA256 = 32;
    private static final int TRANSFER = 16;

    private static final Field<String> PATH = text(MAX_PATH);
    private static final Field<String> AGENT = text(200);
    private static final Field<String> CAUSE = text(40);
    private static final Field<byte[]> HASH = raw(SHA256);
    private static final Field<byte[]> SECRET = raw(32);
    private static final Field<byte[]> SESSION = raw(16);
    private static final Field<byte[]> FILE = raw(Message.HardLink.FILE_BYTES);
    /** At most 65,535. */
    private static final Field<byte[]> BYTES =
            new Field<>(2, (out, bytes) -> out.u16(bytes.length).raw(bytes), in -> in.raw(in.u16()));
    /** For a person, and cut to what the peer takes. */
    private static final Field<String> SENTENCE =
            new Field<>(2, (out, text) -> out.text(shorten(text)), in -> in.text(MAX_TEXT));

    /** The same with a name in it. */
    private static final Field<String> NAMING =
            new Field<>(2, (out, text) -> out.text(cut(text, MAX_TEXT)), in -> in.text(MAX_TEXT));

    private static final Field<Reason> REASON = name("reason", Reason.class);
    private static final Field<Kind> KIND = code("kind of entry", Kind.values(), Kind::ordinal);
    private static final Field<Transport> TRANSPORT = code("transport", Transport.values(), Transport::ordinal);
    private static final Field<Terms> TERMS = record(Terms.class, PATH, PATH, FLAG, SECRET, FLAG, U63);
    private static final Field<Entry> ENTRY = record(Entry.class, PATH, KIND, U63, I64, U16);
    /** Of a user, a group or an attribute. */
    private static final Field<String> LABEL = text(255);
    /** The number of a user or group; -1 for none. */
    private static final Field<Integer> OWNER =
            new Field<>(4, WireWriter::u32, in -> ByteBuffer.wrap(in.raw(4)).getInt());

    private static final Field<FileAttributes> ATTRIBUTES = record(
            FileAttributes.class,
            OWNER,
            OWNER,
            LABEL,
            LABEL,
            new Field<>(4, MessageCodec::writeNamed, MessageCodec::readNamed));
    private static final Field<Message.ReceivedRanges> HAVE =
            record(Message.ReceivedRanges.class, U31, FLAG, list(record(Message.Range.class, U63, U63)));

    /** Types 21 to 23 were third-party tickets, which were never sent. */
    private static final List<Row<?>> ROWS = List.of(
            new Row<>(1, Message.Hello.class, new Field<>(5, MessageCodec::writeHello, MessageCodec::readHello)),
            row(2, Message.Welcome.class, U16, AGENT),
            row(3, Message.PairRequest.class, HASH),
            row(4, Message.PairAccepted.class, HASH),
            row(5, Message.Failure.class, REASON, SENTENCE),
            row(6, Message.Heartbeat.class),
            row(7, Message.StatusRequest.class, PATH),
            row(8, Message.Status.class, KIND, U63, I64, I64),
            row(9, Message.ListRequest.class, PATH, FLAG),
            row(10, Message.Put.class, TERMS),
            row(11, Message.Get.class, TERMS),
            row(12, Message.Ready.class, SESSION, U63),
            row(13, Message.Manifest.class, FLAG, list(ENTRY)),
            row(14, Message.RequestedEntries.class, U31, list(HAVE)),
            row(15, Message.Ack.class, list(record(Message.Span.class, U63, U63))),
            row(16, Message.Digests.class, list(record(Message.Digest.class, U31, HASH))),
            row(17, Message.InlineBlock.class, REST),
            row(18, Message.Committed.class, list(U31)),
            row(19, Message.Summary.class, CAUSE, SENTENCE, U63),
            row(20, Message.Done.class),
            row(24, Message.Progress.class, U63, I64, U63, U63),
            row(25, Message.Report.class, U63, U63, text(64), U31, U63, U63, CAUSE, SENTENCE),
            row(26, Message.ResendFile.class, U31),
            row(27, Message.OpenDatagrams.class, U31, TRANSPORT, U63, I64, U63, FLAG, U16),
            row(28, Message.DatagramsOpen.class, U31, U16, raw(Message.DatagramsOpen.COOKIE_BYTES)),
            row(29, Message.Unsendable.class, U31, REASON, NAMING),
            row(30, Message.OpenPath.class, U8, BYTES),
            row(31, Message.PathOpen.class, SESSION, SECRET, U16),
            row(32, Message.SendOn.class, PATH, text(255), U16, PATH, FLAG, U63),
            row(33, Message.PutStream.class, TERMS),
            row(34, Message.StopStream.class, U31, FLAG),
            row(35, Message.Unwritable.class, U31, REASON, SENTENCE),
            row(36, Message.Rules.class, FLAG, list(text(MAX_WORD))),
            row(37, Message.Links.class, list(record(Message.Link.class, PATH, PATH, I64))),
            row(38, Message.Attributes.class, FLAG, list(record(Message.Attributed.class, U31, ATTRIBUTES))),
            row(39, Message.NotKept.class, name("attribute", Extra.class), SENTENCE),
            row(40, Message.PairAsk.class, HASH, text(MAX_GRANT)),
            row(41, Message.PairGranted.class, text(MAX_GRANT)),
            row(44, Message.StatRequest.class, PATH),
            row(45, Message.ListDirectory.class, PATH),
            row(46, Message.Listing.class, FLAG, list(record(Message.Listed.class, PATH, U16, U63, I64))),
            row(47, Message.MakeDirectory.class, PATH),
            row(48, Message.Remove.class, PATH, FLAG),
            row(49, Message.Removed.class, U63, U63, U63, list(record(Message.Kept.class, PATH, REASON, SENTENCE))),
            row(50, Message.Rename.class, PATH, PATH, FLAG),
            row(51, Message.Hash.class, PATH, U63, I64),
            row(52, Message.Hashed.class, HASH),
            row(53, Message.Read.class, PATH, U63),
            row(54, Message.ReadLink.class, PATH),
            row(60, Message.RateTest.class, U63, FLAG),
            row(61, Message.TrainRequest.class, I64),
            row(62, Message.TrainsOpen.class, U16),
            row(63, Message.TrainAnnouncement.class, U31, U31),
            row(64, Message.TrainArrivals.class, U31, list(I64)),
            row(65, Message.HostInfoRequest.class),
            row(66, Message.HostInfo.class, text(MAX_TEXT)),
            row(67, Message.NewPermissions.class, U31, U16),
            row(68, Message.SendTrain.class, U31, U16, list(record(Message.Burst.class, U31, U63, U63))),
            row(69, Message.TrainSent.class, U31, list(I64)),
            row(70, Message.HardLinks.class, list(record(Message.HardLink.class, U31, FILE))),
            row(71, Message.GiveUp.class, PATH, PATH, FLAG),
            row(72, Message.SetTimes.class, PATH, list(record(Message.Timed.class, PATH, I64))));

    private static final Map<Integer, Row<?>> BY_TYPE = by(Row::type);
    private static final Map<Class<?>, Row<?>> BY_MESSAGE = by(Row::message);

    private record Row<M extends Message>(int type, Class<M> message, Field<M> payload) {
        void write(WireWriter out, Message one) {
            payload.writer().accept(out, message.cast(one));
        }
    }

    private MessageCodec() {}

    private static <M extends Record & Message> Row<M> row(int type, Class<M> message, Field<?>... components) {
        return new Row<>(type, message, record(message, components));
    }

    private static <K> Map<K, Row<?>> by(Function<Row<?>, K> key) {
        return ROWS.stream().collect(Collectors.toMap(key, Function.identity()));
    }

    /** A whole frame, length included. */
    public static byte[] encode(Message message) {
        Row<?> row = Objects.requireNonNull(BY_MESSAGE.get(message.getClass()));
        WireWriter out = new WireWriter().u32(0).u8(row.type());
        row.write(out, message);
        byte[] frame = out.toBytes();
        int length = frame.length - 4;
        if (length > MAX_FRAME) {
            throw new IllegalArgumentException("a frame of " + length + " bytes: send " + MAX_FRAME + " at most");
        }
        ByteBuffer.wrap(frame).putInt(0, length);
        return frame;
    }

    /** Reads a frame's content, which follows its length. */
    public static Message decode(byte[] frame) throws WireException {
        WireReader in = new WireReader(frame);
        int type = in.u8();
        Row<?> row = BY_TYPE.get(type);
        if (row == null) {
            throw new WireException("a frame of unknown type " + type);
        }
        Message message = row.payload().reader().read(in);
        in.end();
        return message;
    }

    /** Who acts for whom, and the transfer's name, are distinguished by their lengths; either may be missing. */
    private static void writeHello(WireWriter out, Message.Hello hello) {
        out.u16(hello.version())
                .text(hello.agent())
                .u8(hello.behalf().length + hello.transfer().length)
                .raw(hello.behalf())
                .raw(hello.transfer());
    }

    private static Message.Hello readHello(WireReader in) throws WireException {
        int version = in.u16();
        String agent = in.text(200);
        int length = in.u8();
        int behalf = length >= SHA256 ? SHA256 : 0;
        if (length != behalf && length != behalf + TRANSFER) {
            throw new WireException("first words of " + length + " bytes");
        }
        return new Message.Hello(version, agent, in.raw(behalf), in.raw(length - behalf));
    }

    private static String shorten(String text) {
        return text.length() <= MAX_TEXT / 4 ? text : text.substring(0, MAX_TEXT / 4 - 3) + "...";
    }

    /** Text of at most so many bytes of UTF-8, whose end shows that it was cut. */
    public static String cut(String text, int mostBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= mostBytes) {
            return text;
        }
        int end = mostBytes - 3;
        while (end > 0 && (utf8[end] & 0xC0) == 0x80) {
            end--; // within a character
        }
        return new String(utf8, 0, end, StandardCharsets.UTF_8) + "...";
    }

    private static void writeNamed(WireWriter out, Map<String, byte[]> named) {
        out.u32(named.size());
        new TreeMap<>(named).forEach((name, value) -> {
            LABEL.writer().accept(out, name);
            BYTES.writer().accept(out, value);
        });
    }

    private static Map<String, byte[]> readNamed(WireReader in) throws WireException {
        Map<String, byte[]> named = new HashMap<>();
        int bytes = 0;
        for (int left = in.count(LABEL.leastBytes() + BYTES.leastBytes()); left > 0; left--) {
            String name = LABEL.reader().read(in);
            byte[] value = BYTES.reader().read(in);
            bytes += name.length() + value.length;
            if (bytes > FileAttributes.MOST_BYTES) {
                throw new WireException("more than " + FileAttributes.MOST_BYTES + " bytes of attributes");
            }
            named.put(name, value);
        }
        return named;
    }
}
