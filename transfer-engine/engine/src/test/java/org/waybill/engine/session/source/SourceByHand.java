package org.waybill.engine.session.source;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.streams.StreamReceiver;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordFormat;

/**
 * A source's session whose control connection and data connections are in memory: a test plays the sink message by
 * message, and reads what it would get. The files are real.
 */
final class SourceByHand implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    /** What happens while the source sends its list. */
    interface WhenListed {
        void heard(Message.Manifest part) throws IOException;
    }

    /** The control connection: what is said on it is kept. */
    private static final class Link implements PeerLink {
        final BlockingQueue<Message> said = new LinkedBlockingQueue<>();
        private final int version;
        private volatile boolean closed;
        private volatile WhenListed whenListed = _ -> {};

        Link(int version) {
            this.version = version;
        }

        @Override
        public void send(Message... messages) throws IOException {
            if (closed) {
                throw new IOException("the link is closed");
            }
            said.addAll(List.of(messages));
            if (messages[0] instanceof Message.Manifest list) {
                whenListed.heard(list);
            }
        }

        @Override
        public boolean isSince(int wanted) {
            return version >= wanted;
        }

        @Override
        public boolean awaitSince(int wanted) {
            return isSince(wanted);
        }

        @Override
        public SocketChannel channel() {
            throw new UnsupportedOperationException("no socket is below this link");
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A part of a file as it came on a data connection. */
    record Part(long block, int entry, long offset, String content) {}

    /** A data connection: what is written to it is kept; once cut it fails. */
    static final class DataStream implements ByteChannel {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private boolean cut;
        private boolean failed;
        private boolean open = true;

        synchronized void cut() {
            cut = true;
        }

        @Override
        public synchronized int write(ByteBuffer from) throws IOException {
            if (cut || !open) {
                failed = true;
                notifyAll();
                throw new IOException("the data connection broke");
            }
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            written.writeBytes(bytes);
            notifyAll();
            return bytes.length;
        }

        synchronized byte[] bytes() {
            return written.toByteArray();
        }

        /** Waits until a number of bytes are there. */
        synchronized void await(int bytes) throws InterruptedException {
            await(() -> written.size() >= bytes, bytes + " bytes");
        }

        /** Waits until a write has failed. */
        synchronized void awaitFailure() throws InterruptedException {
            await(() -> failed, "a failure");
        }

        private void await(BooleanSupplier condition, String what) throws InterruptedException {
            long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!condition.getAsBoolean()) {
                long leftMillis = (untilNs - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    throw new AssertionError(what + " did not come, " + written.size() + " bytes did");
                }
                wait(leftMillis);
            }
        }

        @Override
        public int read(ByteBuffer into) {
            throw new UnsupportedOperationException("a sink says nothing on a data connection");
        }

        @Override
        public synchronized boolean isOpen() {
            return open;
        }

        @Override
        public synchronized void close() {
            open = false;
        }
    }

    final SourceSession session;
    final List<String> events = new CopyOnWriteArrayList<>();
    private final Link link;
    private final byte[] secret = new byte[DataKeys.SECRET_BYTES];

    private SourceByHand(Path source, boolean verify, CopyRules rules, int version) throws IOException {
        link = new Link(version);
        TransferListener listener = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                throw new UnsupportedOperationException("a session tells none");
            }

            @Override
            public void onEvent(String code, String text) {
                events.add(code + ": " + text);
            }
        };
        session = new SourceSession(
                link,
                SourceTree.local(source, rules),
                new SessionSettings(
                        secret, verify, 0, "source", "the sink", "the test", listener, rules, new SharedFiles()));
    }

    /** Of which no thread runs yet. */
    static SourceByHand unstarted(Path source) throws IOException {
        return unstarted(source, CopyRules.USUAL, Message.Links.SINCE);
    }

    /** @param version of the protocol that the sink speaks */
    static SourceByHand unstarted(Path source, CopyRules rules, int version) throws IOException {
        return new SourceByHand(source, true, rules, version);
    }

    static SourceByHand of(Path source) throws Exception {
        return of(source, true, CopyRules.USUAL, Message.Links.SINCE);
    }

    /** @param version of the protocol that the sink speaks */
    static SourceByHand of(Path source, boolean verify, CopyRules rules, int version) throws Exception {
        SourceByHand byHand = new SourceByHand(source, verify, rules, version);
        byHand.session.start();
        return byHand;
    }

    void whenListed(WhenListed event) {
        link.whenListed = event;
    }

    /** The sink says this; what that throws ends the session, as where a link is heard. */
    void says(Message message) {
        session.run(() -> session.receive(message));
    }

    /** The next that the sink hears of this kind; what comes before it is passed over. */
    <T extends Message> T heard(Class<T> kind) throws Exception {
        List<Message> before = new ArrayList<>();
        while (true) {
            Message next = link.said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("only " + before + " was said; ended with "
                        + session.outcome().failure());
            }
            if (kind.isInstance(next)) {
                return kind.cast(next);
            }
            before.add(next);
        }
    }

    /** All that the sink hears until this and with it. */
    List<Message> heardThrough(Class<? extends Message> kind) throws Exception {
        List<Message> all = new ArrayList<>();
        while (all.isEmpty() || !kind.isInstance(all.getLast())) {
            all.add(heard(Message.class));
        }
        return all;
    }

    /** What the sink has heard by now and was not examined. */
    List<Message> heardSoFar() {
        return Stream.generate(link.said::poll).takeWhile(next -> next != null).toList();
    }

    /** A data connection of this number. */
    DataStream attach(int connection) throws IOException {
        DataStream stream = new DataStream();
        session.attach(connection, stream);
        return stream;
    }

    /** The parts that came on a stream, as soon as blocks with this much content have come. */
    List<Part> parts(int connection, DataStream stream, int... contentBytes) throws Exception {
        int headers =
                RecordFormat.LENGTH_BYTES + BlockPayload.HEADER + BlockPayload.SEGMENT_HEADER + RecordFormat.TAG_BYTES;
        stream.await(IntStream.of(contentBytes).map(bytes -> headers + bytes).sum());
        return opened(connection, stream.bytes());
    }

    /** Opens records with the sink's own means; the last one may be there in part. */
    private List<Part> opened(int connection, byte[] bytes) throws Exception {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        List<Part> parts = new ArrayList<>();
        ByteChannel reading = new ByteChannel() {
            @Override
            public int read(ByteBuffer into) {
                if (!left.hasRemaining()) {
                    return -1;
                }
                int count = Math.min(into.remaining(), left.remaining());
                into.put(left.slice(left.position(), count));
                left.position(left.position() + count);
                return count;
            }

            @Override
            public int write(ByteBuffer from) {
                throw new UnsupportedOperationException("it is only read");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // memory only
            }
        };
        try {
            new StreamReceiver(
                            reading,
                            new DataKeys(secret).opener(connection),
                            new BlockPool(1),
                            block -> parts.addAll(parts(block.payload, block.length())))
                    .run();
        } catch (EOFException _) {
            // it continues
        }
        return parts;
    }

    /** The parts in a block's payload. */
    static List<Part> parts(byte[] payload, int length) throws IOException, InterruptedException, TransferException {
        List<Part> parts = new ArrayList<>();
        long number = BlockPayload.number(payload, length);
        BlockPayload.forEach(
                payload,
                length,
                (entry, offset, start, bytes) -> parts.add(new Part(
                        number, entry, offset, new String(payload, start, bytes, StandardCharsets.ISO_8859_1))));
        return parts;
    }

    /** The failure that has ended it. */
    TransferException failure() throws Exception {
        if (!session.outcome().endsWithin(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))
                || session.outcome().failure() == null) {
            throw new AssertionError("it has not failed");
        }
        return session.outcome().failure();
    }

    /** Whether it is over, and well. */
    void awaitSuccess() throws Exception {
        session.outcome().await(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    @Override
    public void close() {
        session.close();
    }
}
