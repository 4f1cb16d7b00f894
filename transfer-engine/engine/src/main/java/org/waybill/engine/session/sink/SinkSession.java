package org.waybill.engine.session.sink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.MessageBatcher;
import org.waybill.engine.session.NotKeptAttributes;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.StreamReceiver;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.CipherWarmup;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Digest;
import org.waybill.engine.wire.Message.Span;
import org.waybill.engine.wire.RecordOpener;
import org.waybill.engine.wire.WireException;

/**
 * The side of a transfer that takes the data: says what it lacks, writes blocks as they come, acknowledges what a crash
 * could no longer undo, compares digests, and gives files their names.
 */
public final class SinkSession extends TransferSide {
    /** The most that may be in transit unacknowledged: what a crash may cost. */
    public static final long WINDOW_BYTES = 60L << 20;

    private static final int POOL_BLOCKS = 64;
    /** What the source says on the control connection and was not dealt with yet: each a frame of up to 1 MiB. */
    private static final int MOST_UNREAD = 4;

    private static final int WAITERS = 1 << 16;
    /** With the headers of its files, and each of these sent again. */
    private static final long MOST_INLINE_BYTES = 8 * INLINE_BYTES;

    private static final int LEAST_INLINE_BYTES = 1 << 10;

    private final BlockPool pool = new BlockPool(POOL_BLOCKS);
    private final SingleThreadWorker examiner = new SingleThreadWorker();
    private final Semaphore unread = new Semaphore(MOST_UNREAD);
    private final MessageBatcher<Long> acks;
    private final MessageBatcher<Integer> committedNews;
    private final SinkFiles files;
    private final NotKeptAttributes notKept;
    private final AtomicLong receivedBytes = new AtomicLong();
    private final Map<Integer, Long> byStream = new ConcurrentHashMap<>();

    private final AtomicLong tornBytes = new AtomicLong();
    private volatile boolean allDone;
    /** Of the examining thread. */
    private long inlineBytes;

    private volatile Cause sourceCause = Cause.UNKNOWN;

    public SinkSession(PeerLink link, TargetTree tree, SessionSettings settings) {
        this(link, tree, settings, CutThroughListener.NONE);
    }

    /** @param arrival hears how a large single file arrives */
    public SinkSession(PeerLink link, TargetTree tree, SessionSettings settings, CutThroughListener arrival) {
        super(link, settings, _ -> {});
        this.notKept = new NotKeptAttributes(link, settings);
        this.acks = new MessageBatcher<>(4096, this::sendAcks);
        this.committedNews = new MessageBatcher<>(4096, batch -> link.send(new Message.Committed(List.copyOf(batch))));
        this.files =
                new SinkFiles(tree, settings, outcome, scope, new ToPeer(), arrival, ContentSync.BY_KERNEL, examiner);
    }

    /** Takes the locks and starts all threads; {@link #await} returns at the end. The caller feeds {@link #receive}. */
    @Override
    public void start() throws TransferException {
        outcome.whenEnded(pool::close);
        outcome.whenEnded(() -> unread.release(WAITERS));
        files.start();
        examiner.start("sink examine", outcome, scope);
        acks.start("sink acks", outcome, scope);
        committedNews.start("sink committed", outcome, scope);
        tellPeerTheEnd();
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            // a node that sends waits for the window of the client that takes
            case Message.Ready ready -> link.send(new Message.Ready(ready.session(), WINDOW_BYTES));
            case Message.Manifest manifest -> list(manifest);
            case Message.HardLinks some -> examine(() -> files.hardLinks(some));
            case Message.Attributes some -> examine(() -> files.attributes(some));
            case Message.NotKept news -> {
                notKept.heard(news);
                files.notRead(news.extra());
            }
            case Message.Digests digests ->
                examine(() -> {
                    for (Digest digest : digests.digests()) {
                        files.sourceDigest(digest.entry(), digest.sha256());
                    }
                });
            case Message.NewPermissions now -> examine(() -> files.permissions(now));
            case Message.InlineBlock inline -> examine(() -> acceptInline(inline.payload()));
            case Message.Summary summary -> {
                sourceCause = new Cause(summary.causeCode(), summary.causeText());
                examine(files::sourceIsThrough);
            }
            case Message.Links some -> examine(() -> files.links(some.links()));
            case Message.Unsendable not -> examine(() -> files.unsendable(not));
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw WireException.unexpected(message, "a receiver");
        }
    }

    /** Has the examiner do it, as soon as it has not too much to do already. */
    private void examine(SessionTask part) throws InterruptedIOException {
        try {
            unread.acquire();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        examiner.submit(() -> {
            try {
                part.run();
            } finally {
                unread.release();
            }
        });
    }

    private void list(Message.Manifest part) throws InterruptedIOException {
        if (part.bytes() > WARMUP_BYTES) {
            CipherWarmup.opening();
        }
        examine(() -> files.examine(part));
        dataNeeded(part);
    }

    private void acceptInline(byte[] payload) throws IOException, InterruptedException, TransferException {
        inlineBytes += Math.max(payload.length, LEAST_INLINE_BYTES);
        if (inlineBytes > MOST_INLINE_BYTES) {
            throw new WireException("more on the control connection than belongs there");
        }
        Block block = pool.take();
        try {
            if (payload.length > block.payload.length) {
                throw new WireException("an inline block of " + payload.length + " bytes");
            }
            System.arraycopy(payload, 0, block.payload, 0, payload.length);
            block.received(BlockPayload.number(payload, payload.length), payload.length);
            accept(block);
        } finally {
            block.release();
        }
    }

    private void accept(Block block) throws IOException, InterruptedException, TransferException {
        if (block.length() == BlockPayload.HEADER) {
            throw new WireException("a block of nothing");
        }
        BlockPayload.forEach(block.payload, block.length(), (entry, offset, start, length) -> {
            files.write(entry, offset, block, start, length);
            receivedBytes.addAndGet(length);
        });
        acks.add(block.number());
    }

    private void sendAcks(List<Long> numbers) throws IOException {
        List<Long> sorted = new ArrayList<>(numbers);
        sorted.sort(null);
        List<Span> spans = new ArrayList<>();
        long first = sorted.getFirst();
        long last = first;
        for (long number : sorted) {
            if (number > last + 1) {
                spans.add(new Span(first, last));
                first = number;
            }
            last = number;
        }
        spans.add(new Span(first, last));
        link.send(new Message.Ack(spans));
    }

    @Override
    protected void addStream(int connection, ByteChannel channel) throws IOException {
        RecordOpener opener = DataSockets.isSealed(channel) ? RecordOpener.none() : keys.opener(connection);
        StreamReceiver receiver = new StreamReceiver(channel, opener, pool, block -> {
            accept(block);
            byStream.merge(connection, (long) block.length(), Long::sum);
        });
        streams.add(connection, channel, false, () -> {
            try {
                receiver.run();
            } finally {
                // once all is there nothing is sent again: the marks of the streams' ends are cut off by our own hand
                tornBytes.addAndGet(outcome.isSuccess() ? 0 : receiver.tornBytes());
            }
        });
    }

    @Override
    public void failed(IOException error) {
        if (allDone) {
            // the source may leave as soon as it has heard Done
            outcome.succeed();
            return;
        }
        super.failed(error);
    }

    @Override
    public TransferListener.Progress progress() {
        return files.progress();
    }

    @Override
    public long deliveredBytes() {
        return receivedBytes.get();
    }

    @Override
    public long deliveredBytes(int stream) {
        return byStream.getOrDefault(stream, 0L);
    }

    @Override
    public boolean retire(int stream) {
        return tell(new Message.StopStream(stream, false));
    }

    @Override
    public void giveUp(int stream) {
        tell(new Message.StopStream(stream, true));
    }

    private boolean tell(Message.StopStream news) {
        try {
            link.send(news);
            return true;
        } catch (IOException _) {
            // the thread that receives on the link sees that it is gone
            return false;
        }
    }

    @Override
    public TransferException named(TransferException failure) {
        return files.named(failure);
    }

    @Override
    public SessionResult result() {
        return files.result(tornBytes.get(), Math.max(1, streams.opened()), sourceCause);
    }

    @Override
    protected void release() {
        files.close();
    }

    /** What the files have to say to the source. */
    private final class ToPeer implements SinkFiles.Source {
        @Override
        public void need(Message.RequestedEntries need) throws IOException {
            link.send(need);
        }

        @Override
        public void again(int entry) throws IOException {
            link.send(new Message.ResendFile(entry));
        }

        @Override
        public boolean hearsOfOne() {
            return link.isSince(Message.Unwritable.SINCE);
        }

        @Override
        public void unwritable(Message.Unwritable news) throws IOException, InterruptedException {
            // one that it had may be taken back
            committedNews.flush();
            link.send(news);
        }

        @Override
        public void notMade(NotTransferred one) throws IOException {
            link.send(Message.Unsendable.notListed(one));
        }

        @Override
        public void notKept(String path, Map<Extra, String> why) throws IOException {
            notKept.add(path, why);
        }

        @Override
        public void committed(int entry) {
            committedNews.add(entry);
        }

        @Override
        public void allCommitted() throws IOException, InterruptedException {
            acks.flush();
            committedNews.flush();
            streams.expectEnd();
            allDone = true;
            Cause cause = files.cause(Math.max(1, streams.opened()));
            link.send(new Message.Summary(cause.code(), cause.text(), 0), new Message.Done());
            outcome.succeed();
        }
    }
}
