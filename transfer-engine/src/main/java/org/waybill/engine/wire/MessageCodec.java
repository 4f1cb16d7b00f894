package org.waybill.engine.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Have;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.Span;
import org.waybill.engine.wire.Message.Terms;

/**
 * Messages as frames: {@code u32 length | u8 type | payload}, the length counting type and payload. A new field goes to
 * the end of a message together with a new {@link #VERSION}.
 */
public final class MessageCodec {
    /** What this build speaks. */
    public static final int VERSION = 2;
    /** No frame is longer. */
    public static final int MAX_FRAME = 1 << 20;
    /** No frame is longer before the peer is known. */
    public static final int MAX_FRAME_BEFORE_TRUST = 2048;
    /** Bytes of a path on the wire, as in Linux' PATH_MAX. */
    public static final int MAX_PATH = 4096;

    /** Fits into a frame of those that are not known yet. */
    private static final int MAX_GRANT = 1900;
    private static final int MAX_TEXT = 4096;
    private static final int SECRET = 32;
    private static final int SESSION = 16;
    private static final int SHA256 = 32;
    private static final int TRANSFER = 16;

    private MessageCodec() {}

    /** A whole frame, length included. */
    public static byte[] encode(Message message) {
        WireWriter out = new WireWriter().u32(0).u8(typeOf(message));
        write(message, out);
        byte[] frame = out.toBytes();
        int length = frame.length - 4;
        if (length > MAX_FRAME) {
            throw new IllegalArgumentException("a frame of " + length + " bytes: send " + MAX_FRAME + " at most");
        }
        ByteBuffer.wrap(frame).putInt(0, length);
        return frame;
    }

    private static int typeOf(Message message) {
        return switch (message) {
            case Message.Hello _ -> 1;
            case Message.Welcome _ -> 2;
            case Message.PairRequest _ -> 3;
            case Message.PairAccepted _ -> 4;
            case Message.Failure _ -> 5;
            case Message.Beat _ -> 6;
            case Message.StatusRequest _ -> 7;
            case Message.Status _ -> 8;
            case Message.ListRequest _ -> 9;
            case Message.Put _ -> 10;
            case Message.Get _ -> 11;
            case Message.Ready _ -> 12;
            case Message.Manifest _ -> 13;
            case Message.Need _ -> 14;
            case Message.Ack _ -> 15;
            case Message.Digests _ -> 16;
            case Message.InlineBlock _ -> 17;
            case Message.Committed _ -> 18;
            case Message.Summary _ -> 19;
            case Message.Done _ -> 20;
            case Message.Progress _ -> 24;
            case Message.Report _ -> 25;
            case Message.Again _ -> 26;
            case Message.OpenDatagrams _ -> 27;
            case Message.DatagramsOpen _ -> 28;
            case Message.Unsendable _ -> 29;
            case Message.RateTest _ -> 60;
            case Message.TrainsWanted _ -> 61;
            case Message.TrainsOpen _ -> 62;
            case Message.TrainComing _ -> 63;
            case Message.TrainSeen _ -> 64;
            case Message.Examine _ -> 65;
            case Message.Examined _ -> 66;
            case Message.OpenPath _ -> 30;
            case Message.PathOpen _ -> 31;
            case Message.SendOn _ -> 32;
            case Message.PutStream _ -> 33;
            case Message.Retire _ -> 34;
            case Message.Unwritable _ -> 35;
            case Message.PairAsk _ -> 40;
            case Message.PairGranted _ -> 41;
        };
    }

    private static void write(Message message, WireWriter out) {
        switch (message) {
            case Message.Hello hello -> out.u16(hello.version()).text(hello.agent())
                    .u8(hello.behalf().length + hello.transfer().length).raw(hello.behalf()).raw(hello.transfer());
            case Message.Welcome welcome -> out.u16(welcome.version()).text(welcome.agent());
            case Message.PairRequest request -> out.raw(request.proof());
            case Message.PairAccepted accepted -> out.raw(accepted.proof());
            case Message.PairAsk ask -> out.raw(ask.proof()).text(ask.wish());
            case Message.PairGranted granted -> out.text(granted.grant());
            case Message.Failure failure -> out.text(failure.reason().name()).text(shorten(failure.text()));
            case Message.Beat _, Message.Done _, Message.Examine _ -> { }
            case Message.Examined examined -> out.text(examined.tables());
            case Message.StatusRequest request -> out.text(request.path());
            case Message.Status status -> out.u8(status.kind().code()).u64(status.sizeBytes())
                    .u64(status.modifiedNanos()).u64(status.freeBytes());
            case Message.ListRequest request -> out.text(request.path()).flag(request.deep());
            case Message.Put put -> writeTerms(put.terms(), out);
            case Message.Get get -> writeTerms(get.terms(), out);
            case Message.PutStream put -> writeTerms(put.terms(), out);
            case Message.Ready ready -> out.raw(ready.session()).u64(ready.windowBytes());
            case Message.Manifest manifest -> writeManifest(manifest, out);
            case Message.Need need -> writeNeed(need, out);
            case Message.Ack ack -> {
                out.u32(ack.blocks().size());
                ack.blocks().forEach(span -> out.u64(span.first()).u64(span.last()));
            }
            case Message.Digests digests -> {
                out.u32(digests.digests().size());
                digests.digests().forEach(digest -> out.u32(digest.entry()).raw(digest.sha256()));
            }
            case Message.Again again -> out.u32(again.entry());
            case Message.Retire retire -> out.u32(retire.connection()).flag(retire.cut());
            case Message.InlineBlock block -> out.raw(block.payload());
            case Message.Committed committed -> {
                out.u32(committed.entries().size());
                committed.entries().forEach(out::u32);
            }
            case Message.Summary summary -> out.text(summary.causeCode()).text(shorten(summary.causeText()))
                    .u64(summary.retransmittedBytes());
            case Message.Progress progress -> out.u64(progress.bytesDone()).u64(progress.totalBytes())
                    .u64(progress.filesDone()).u64(progress.totalFiles());
            case Message.Report report -> out.u64(report.bytes()).u64(report.files()).text(report.sha256())
                    .u32(report.streams()).u64(report.retransmittedBytes()).u64(report.resumedBytes())
                    .text(report.causeCode()).text(shorten(report.causeText()));
            case Message.OpenDatagrams open -> out.u32(open.connection()).u8(open.transport().code())
                    .u64(open.rateBitsPerSecond()).u64(open.connectionId()).u64(open.roundTripNs())
                    .flag(open.insecureLab()).u16(open.port());
            case Message.DatagramsOpen open -> out.u32(open.connection()).u16(open.port()).raw(open.cookie());
            case Message.Unwritable not -> out.u32(not.entry()).text(not.reason().name()).text(shorten(not.text()));
            case Message.Unsendable not -> out.u32(not.entry()).text(not.reason().name()).text(shorten(not.text()));
            case Message.RateTest test -> out.u64(test.bytes()).flag(test.toNode());
            case Message.TrainsWanted wanted -> out.u64(wanted.session());
            case Message.TrainsOpen open -> out.u16(open.port());
            case Message.TrainComing coming -> out.u32(coming.train()).u32(coming.packets());
            case Message.TrainSeen seen -> {
                out.u32(seen.train()).u32(seen.arrivedNs().size());
                seen.arrivedNs().forEach(out::u64);
            }
            case Message.OpenPath open -> out.u8(open.hop()).u16(open.token().length).raw(open.token());
            case Message.SendOn order -> out.text(order.path()).text(order.host()).u16(order.port())
                    .text(order.target()).flag(order.verify()).u64(order.rateBitsPerSecond());
            case Message.PathOpen open -> out.raw(open.circuit()).raw(open.key()).u16(open.port());
        }
    }

    private static String shorten(String text) {
        return text.length() <= MAX_TEXT / 4 ? text : text.substring(0, MAX_TEXT / 4 - 3) + "...";
    }

    private static void writeTerms(Terms terms, WireWriter out) {
        out.text(terms.path()).text(terms.name()).flag(terms.directory()).raw(terms.secret()).flag(terms.verify())
                .u64(terms.rateBitsPerSecond());
    }

    private static void writeManifest(Message.Manifest manifest, WireWriter out) {
        out.flag(manifest.last()).u32(manifest.entries().size());
        for (Entry entry : manifest.entries()) {
            out.text(entry.path()).u8(entry.kind().code()).u64(entry.sizeBytes()).u64(entry.modifiedNanos())
                    .u16(entry.permissions());
        }
    }

    private static void writeNeed(Message.Need need, WireWriter out) {
        out.u32(need.upTo()).u32(need.exceptions().size());
        for (Have have : need.exceptions()) {
            out.u32(have.entry()).flag(have.whole()).u32(have.ranges().size());
            have.ranges().forEach(range -> out.u64(range.start()).u64(range.length()));
        }
    }

    /** Reads a frame's content, which follows its length. */
    public static Message decode(byte[] frame) throws WireException {
        WireReader in = new WireReader(frame);
        Message message = read(in.u8(), in);
        in.end();
        return message;
    }

    private static Message read(int type, WireReader in) throws WireException {
        return switch (type) {
            case 1 -> hello(in);
            case 2 -> new Message.Welcome(in.u16(), in.text(200));
            case 3 -> new Message.PairRequest(in.raw(SHA256));
            case 4 -> new Message.PairAccepted(in.raw(SHA256));
            case 5 -> new Message.Failure(reason(in.text(40)), in.text(MAX_TEXT));
            case 6 -> new Message.Beat();
            case 7 -> new Message.StatusRequest(in.text(MAX_PATH));
            case 8 -> new Message.Status(kind(in), in.u63(), in.i64(), in.i64());
            case 9 -> new Message.ListRequest(in.text(MAX_PATH), in.flag());
            case 10 -> new Message.Put(terms(in));
            case 11 -> new Message.Get(terms(in));
            case 12 -> new Message.Ready(in.raw(SESSION), in.u63());
            case 13 -> manifest(in);
            case 14 -> need(in);
            case 15 -> new Message.Ack(spans(in));
            case 16 -> digests(in);
            case 17 -> new Message.InlineBlock(in.rest());
            case 18 -> committed(in);
            case 19 -> new Message.Summary(in.text(40), in.text(MAX_TEXT), in.u63());
            case 20 -> new Message.Done();
            // 21 to 23 were third-party tickets, which nobody sent
            case 24 -> new Message.Progress(in.u63(), in.i64(), in.u63(), in.u63());
            case 25 -> new Message.Report(in.u63(), in.u63(), in.text(64), in.u31(), in.u63(), in.u63(), in.text(40),
                    in.text(MAX_TEXT));
            case 26 -> new Message.Again(in.u31());
            case 27 -> new Message.OpenDatagrams(in.u31(), transport(in), in.u63(), in.i64(), in.u63(), in.flag(),
                    in.u16());
            case 28 -> new Message.DatagramsOpen(in.u31(), in.u16(), in.raw(Message.DatagramsOpen.COOKIE_BYTES));
            case 29 -> new Message.Unsendable(in.u31(), reason(in.text(40)), in.text(MAX_TEXT));
            case 60 -> new Message.RateTest(in.u63(), in.flag());
            case 61 -> new Message.TrainsWanted(in.i64());
            case 62 -> new Message.TrainsOpen(in.u16());
            case 63 -> new Message.TrainComing(in.u31(), in.u31());
            case 64 -> trainSeen(in);
            case 65 -> new Message.Examine();
            case 66 -> new Message.Examined(in.text(MAX_TEXT));
            case 30 -> openPath(in);
            case 31 -> new Message.PathOpen(in.raw(SESSION), in.raw(SECRET), in.u16());
            case 33 -> new Message.PutStream(terms(in));
            case 34 -> new Message.Retire(in.u31(), in.flag());
            case 35 -> new Message.Unwritable(in.u31(), reason(in.text(40)), in.text(MAX_TEXT));
            case 40 -> new Message.PairAsk(in.raw(SHA256), in.text(MAX_GRANT));
            case 41 -> new Message.PairGranted(in.text(MAX_GRANT));
            case 32 -> new Message.SendOn(in.text(MAX_PATH), in.text(255), in.u16(), in.text(MAX_PATH), in.flag(),
                    in.u63());
            default -> throw new WireException("a frame of unknown type " + type);
        };
    }

    /** Who acts for whom, and the transfer's name, are told apart by their lengths; either may be missing. */
    private static Message hello(WireReader in) throws WireException {
        int version = in.u16();
        String agent = in.text(200);
        int length = in.u8();
        int behalf = length >= SHA256 ? SHA256 : 0;
        if (length != behalf && length != behalf + TRANSFER) {
            throw new WireException("first words of " + length + " bytes");
        }
        return new Message.Hello(version, agent, in.raw(behalf), in.raw(length - behalf));
    }

    private static Message openPath(WireReader in) throws WireException {
        int hop = in.u8();
        return new Message.OpenPath(in.raw(in.u16()), hop);
    }

    private static Reason reason(String name) throws WireException {
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        throw new WireException("an unknown reason");
    }

    private static Message.Transport transport(WireReader in) throws WireException {
        int code = in.u8();
        for (Message.Transport transport : Message.Transport.values()) {
            if (transport.code() == code) {
                return transport;
            }
        }
        throw new WireException("an unknown transport " + code);
    }

    private static Kind kind(WireReader in) throws WireException {
        int code = in.u8();
        for (Kind kind : Kind.values()) {
            if (kind.code() == code) {
                return kind;
            }
        }
        throw new WireException("an entry of unknown kind " + code);
    }

    private static Terms terms(WireReader in) throws WireException {
        return new Terms(in.text(MAX_PATH), in.text(MAX_PATH), in.flag(), in.raw(SECRET), in.flag(), in.u63());
    }

    private static Message manifest(WireReader in) throws WireException {
        boolean last = in.flag();
        int count = in.count(21);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(new Entry(in.text(MAX_PATH), kind(in), in.u63(), in.i64(), in.u16()));
        }
        return new Message.Manifest(entries, last);
    }

    private static Message need(WireReader in) throws WireException {
        int upTo = in.u31();
        int count = in.count(9);
        List<Have> exceptions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int entry = in.u31();
            boolean whole = in.flag();
            int ranges = in.count(16);
            List<Range> had = new ArrayList<>(ranges);
            for (int j = 0; j < ranges; j++) {
                had.add(new Range(in.u63(), in.u63()));
            }
            exceptions.add(new Have(entry, whole, had));
        }
        return new Message.Need(upTo, exceptions);
    }

    private static List<Span> spans(WireReader in) throws WireException {
        int count = in.count(16);
        List<Span> spans = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Span span = new Span(in.u63(), in.u63());
            if (span.last() < span.first()) {
                throw new WireException("a span that ends before it starts");
            }
            spans.add(span);
        }
        return spans;
    }

    private static Message trainSeen(WireReader in) throws WireException {
        int train = in.u31();
        int count = in.count(8);
        List<Long> arrivedNs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            arrivedNs.add(in.i64());
        }
        return new Message.TrainSeen(train, arrivedNs);
    }

    private static Message digests(WireReader in) throws WireException {
        int count = in.count(4 + SHA256);
        List<Message.Digest> digests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            digests.add(new Message.Digest(in.u31(), in.raw(SHA256)));
        }
        return new Message.Digests(digests);
    }

    private static Message committed(WireReader in) throws WireException {
        int count = in.count(4);
        List<Integer> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(in.u31());
        }
        return new Message.Committed(entries);
    }
}
