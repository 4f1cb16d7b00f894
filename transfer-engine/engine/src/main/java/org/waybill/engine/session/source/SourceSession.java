package org.waybill.engine.session.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ErrorText;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.OwnerNames;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.link.Replies;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.ManifestDigests;
import org.waybill.engine.session.MessageBatcher;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.NotKeptAttributes;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.session.streams.BlockSendQueue;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.StreamSender;
import org.waybill.engine.session.streams.StreamSet;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.CipherWarmup;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Digest;
import org.waybill.engine.wire.RecordSealer;
import org.waybill.engine.wire.WireException;

/**
 * The side of a transfer that has the data: lists it, reads it once, sends what the sink lacks over as many streams as
 * are attached, and says what every file's SHA-256 is.
 */
public final class SourceSession extends TransferSide {
    private static final int POOL_BLOCKS = 32;
    private static final int NO_STREAM = -1;

    private final SourceTree tree;
    private final SourcePlan plan;
    private final BlockSendQueue queue;
    private final BlockPool pool = new BlockPool(POOL_BLOCKS);
    private final SingleThreadWorker hasher = new SingleThreadWorker();
    private final RateLimit limiter;
    private final MessageBatcher<Digest> digests;
    private final Missing missing;
    private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
    private final AtomicLong resumedBytes = new AtomicLong();
    private final AtomicLong resumedFiles = new AtomicLong();
    private final ManifestDigests book = new ManifestDigests();
    private final SourceMeter meter = new SourceMeter();
    private final OwnerNames owners = new OwnerNames();
    private final NotKeptAttributes notKept;
    /** Of the listing thread. */
    private final List<Message.Link> links = new ArrayList<>();

    /** Of the receiving thread. */
    private int wishes;

    private volatile boolean inline;
    private volatile Cause cause = Cause.UNKNOWN;
    private volatile Cause sinkCause = Cause.UNKNOWN;

    public SourceSession(PeerLink link, SourceTree tree, SessionSettings settings) {
        this(link, tree, settings, new SourcePlan(), new BlockSendQueue(System::nanoTime));
    }

    private SourceSession(
            PeerLink link, SourceTree tree, SessionSettings settings, SourcePlan plan, BlockSendQueue queue) {
        super(link, settings, stream -> giveUp(stream, queue, plan));
        this.tree = tree;
        this.plan = plan;
        this.queue = queue;
        this.limiter = new RateLimit(settings.rateBitsPerSecond(), System::nanoTime);
        this.missing = new Missing(settings.listener());
        this.notKept = new NotKeptAttributes(link, settings);
        this.digests = new MessageBatcher<>(1000, batch -> link.send(new Message.Digests(batch)));
    }

    /** Starts all threads; {@link #await} returns at the end. The caller feeds {@link #receive}. */
    @Override
    public void start() {
        outcome.whenEnded(queue::close);
        outcome.whenEnded(plan::end);
        outcome.whenEnded(pool::close);
        hasher.start("source hash", outcome, scope);
        digests.start("source digests", outcome, scope);
        scope.start("source read", this::listAndPump);
        tellPeerTheEnd();
    }

    private void listAndPump() throws IOException, InterruptedException, TransferException {
        Set<Extra> attributes = settings.rules().attributes();
        ManifestSender manifest = new ManifestSender(link, (first, part) -> sendAttributes(attributes, first, part));
        try {
            tree.walk(new Listing(manifest), new LeftOut());
        } catch (IOException e) {
            throw outcome.isEnded() || link.isClosed()
                    ? Replies.broken(e, settings.peerName())
                    : StorageErrors.map(e, "reading", named(""));
        }
        plan.allListed();
        if (plan.totalBytes() > WARMUP_BYTES) {
            CipherWarmup.sealing();
        }
        inline = !manifest.isSplit() && plan.totalBytes() <= INLINE_BYTES;
        manifest.finish();
        for (NotTransferred one : missing.all()) {
            link.send(Message.Unsendable.notListed(one));
        }
        for (int i = 0; i < links.size(); i += Message.Links.MOST) {
            link.send(new Message.Links(List.copyOf(links.subList(i, Math.min(i + Message.Links.MOST, links.size())))));
        }
        if (inline) {
            plan.needAll();
        } else {
            dataNeeded();
        }
        new SourcePump(tree, plan, pool, hasher, settings.verify(), meter, new ToPeer()).run();
    }

    /**
     * What entries of the manifest have besides; the sink waits for it where any of it is kept. What could not be read is
     * reported before the part that lacks it.
     */
    private void sendAttributes(Set<Extra> wanted, int first, List<TreeEntry> part) throws IOException {
        if (wanted.isEmpty()) {
            return;
        }
        List<Message.Attributed> some = new ArrayList<>();
        int bytes = 0;
        for (int i = 0; i < part.size(); i++) {
            FileAttributes of = attributes(part.get(i), wanted);
            if (of.equals(FileAttributes.NONE)) {
                continue;
            }
            some.add(new Message.Attributed(first + i, of));
            bytes += of.bytes();
            if (bytes >= Message.Attributes.PART_BYTES) {
                link.send(new Message.Attributes(false, List.copyOf(some)));
                some.clear();
                bytes = 0;
            }
        }
        link.send(new Message.Attributes(true, some));
    }

    private FileAttributes attributes(TreeEntry entry, Set<Extra> wanted) throws IOException {
        FileAttributes of = FileAttributes.NONE;
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        try {
            of = tree.attributes(entry, wanted, owners);
            if (!of.isAcceptable()) {
                of = new FileAttributes(of.user(), of.group(), of.userName(), of.groupName(), Map.of());
                wanted.stream()
                        .filter(extra -> extra != Extra.OWNERS)
                        .forEach(extra -> refused.put(
                                extra,
                                "they take more than " + FileAttributes.MOST_BYTES + " bytes, which is the most"));
            }
        } catch (IOException e) {
            // also where its content cannot be read either: else the sink would take it for an entry that has none
            wanted.forEach(extra -> refused.put(extra, why(e)));
        }
        notKept.add(entry.path(), refused);
        return of;
    }

    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "no permission";
            case NoSuchFileException _ -> "no such file";
            case FileSystemException known when known.getReason() != null -> known.getReason();
            default -> ErrorText.of(e);
        };
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            case Message.Ready ready -> queue.open(ready.windowBytes());
            case Message.RequestedEntries need -> {
                if (!inline) {
                    plan.need(need);
                }
            }
            case Message.Ack ack -> queue.acknowledge(ack.blocks());
            case Message.ResendFile again -> plan.again(again.entry());
            case Message.StopStream wish
            when mayRetire(wish) -> {
                if (wish.cut()) {
                    giveUp(wish.connection());
                } else {
                    retire(wish.connection());
                }
            }
            case Message.Committed done -> note(done);
            case Message.Unwritable not -> {
                if (settings.rules().keepsSome() ? plan.kept(not) : plan.unwritable(not)) {
                    missing.add(
                            not.isKept()
                                    ? NotTransferred.kept(
                                            plan.entry(not.entry()).path())
                                    : NotTransferred.failed(
                                            plan.entry(not.entry()).path(), not.why()),
                            not.why());
                }
            }
            case Message.Unsendable not
            when not.entry() == Message.Unsendable.NOT_LISTED -> {
                plan.take(not);
                missing.add(not.missing(), new TransferException(not.reason(), not.why()));
            }
            case Message.NotKept news -> notKept.heard(news);
            case Message.Summary summary -> sinkCause = new Cause(summary.causeCode(), summary.causeText());
            case Message.Done _ -> done();
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw WireException.unexpected(message, "a sender");
        }
    }

    private boolean mayRetire(Message.StopStream wish) {
        wishes++;
        return wish.connection() < StreamSet.MOST_NUMBERS && wishes <= StreamSet.MOST_NUMBERS;
    }

    private void note(Message.Committed done) throws WireException {
        for (int entry : done.entries()) {
            if (!plan.isFile(entry)) {
                throw new WireException("it has entry " + entry + ", which is no file that was listed");
            }
            committed.add(entry);
        }
    }

    /** Only a sink that has all is done; of nothing it has all before we have looked again. */
    private void done() throws WireException {
        if (committed.size() < plan.totalFiles() || !plan.isThrough() && plan.totalBytes() != 0) {
            throw new WireException("it is done with " + committed.size() + " of " + plan.totalFiles() + " files");
        }
        outcome.succeed();
    }

    @Override
    protected void addStream(int connection, ByteChannel channel) throws IOException {
        DataSockets.prepare(channel, settings);
        SocketChannel socket = DataSockets.socketOf(channel);
        if (socket != null && DataSockets.takeLittleAheadOfRelays(socket, link.channel())) {
            queue.overRelays(connection);
        }
        RecordSealer sealer = DataSockets.isSealed(channel) ? RecordSealer.none() : keys.sealer(connection);
        StreamSender sender = new StreamSender(connection, channel, sealer, queue, limiter);
        streams.add(connection, channel, true, sender::run);
        if (socket != null) {
            scope.start("watch " + connection, () -> watch(connection, socket));
        }
    }

    /**
     * Who waits for a block to send sees nothing of the connection's end, and what it had sent would be missed by
     * no one: so another thread waits for it. A sink says nothing on a data connection.
     */
    private void watch(int connection, SocketChannel socket) {
        try {
            socket.read(ByteBuffer.allocate(1));
        } catch (IOException _) {
            // the end by another thread
        }
        try {
            // at the end of all the sink may close its connections before its last word has been heard
            if (!outcome.endsWithin(StreamSet.CONTROL_MILLIS)) {
                socket.close();
                retire(connection);
            }
        } catch (IOException | InterruptedException _) {
            // then its sender sees it
        }
    }

    @Override
    public boolean retire(int stream) {
        queue.retire(stream);
        return true;
    }

    @Override
    public long heldBytes(int stream) {
        return queue.unacknowledgedBytes(stream);
    }

    /** Its thread may wait for a block and see nothing of what became of the connection. */
    @Override
    public void giveUp(int stream) {
        giveUp(stream, queue, plan);
    }

    private static void giveUp(int stream, BlockSendQueue queue, SourcePlan plan) {
        plan.lost(queue.lost(stream));
    }

    @Override
    public TransferListener.Progress progress() {
        long total = plan.totalBytes();
        long done = queue.acknowledgedBytes() + resumedBytes.get();
        return new TransferListener.Progress(
                TransferListener.Phase.MOVING,
                total < 0 ? done : Math.min(done, total),
                total,
                committed.size(),
                plan.totalFiles(),
                "");
    }

    @Override
    public SessionResult result() {
        return new SessionResult(
                Math.max(0, plan.totalBytes()),
                plan.totalFiles(),
                resumedBytes.get(),
                resumedFiles.get(),
                resentBytes() + (outcome.isSuccess() ? 0 : queue.unacknowledgedBytes()),
                Math.max(1, streams.opened()),
                book.summary(plan::entry, tree.isDirectory()),
                cause,
                sinkCause,
                missing.firstFailure(),
                missing.all());
    }

    @Override
    public TransferException named(TransferException failure) {
        return tree.isDirectory() ? missing.named(failure, plan.missing(committed)) : failure;
    }

    @Override
    public long deliveredBytes() {
        return queue.acknowledgedBytes();
    }

    private long resentBytes() {
        return queue.lostBytes() + streams.resentBytes();
    }

    @Override
    public long deliveredBytes(int stream) {
        return queue.acknowledgedBytes(stream);
    }

    /** A source that is itself still arriving is waited for, and so is the rate. */
    @Override
    protected void wake() {
        scope.interrupt();
    }

    @Override
    protected void release() {
        tree.close();
    }

    private final class Listing implements SourceTree.EntryVisitor {
        private final ManifestSender manifest;
        private boolean saidFollowed;

        private Listing(ManifestSender manifest) {
            this.manifest = manifest;
        }

        @Override
        public void visit(TreeEntry entry) throws IOException, InterruptedException {
            if (outcome.isEnded()) {
                throw new InterruptedException("the session has ended");
            }
            plan.add(entry);
            manifest.add(entry);
        }

        @Override
        public boolean keepsLinks() throws InterruptedException {
            boolean keeps = link.awaitSince(Message.Links.SINCE);
            if (!keeps && !saidFollowed) {
                saidFollowed = true;
                settings.event(
                        "LINKS_FOLLOWED",
                        "symbolic links inside the tree are followed: " + settings.peerName()
                                + " runs an older Waybill, which does not support links");
            }
            return keeps;
        }

        @Override
        public void link(TreeEntry entry, String target) {
            links.add(new Message.Link(entry.path(), target, entry.modifiedNanos()));
        }
    }

    /** The name that was sent is the destination's where data are pushed. */
    private String named(String path) {
        String own = tree.named(path);
        return own.isEmpty() ? settings.name() : own;
    }

    private final class LeftOut implements SourceTree.LeftOut {
        @Override
        public void skipped(String path, String why) {
            missing.add(NotTransferred.leftOut(path, why), new TransferException(Reason.NOTHING_TO_DO, why));
        }

        @Override
        public void refused(String path, IOException reason) {
            missing.failed(path, StorageErrors.map(reason, "reading", named(path)));
        }
    }

    /** Carries what the pump makes to the streams, or to the control connection when it is little. */
    private final class ToPeer implements SourcePump.Sink {
        @Override
        public void block(Block block) throws IOException {
            if (!inline) {
                queue.add(block);
                return;
            }
            byte[] payload = Arrays.copyOf(block.payload, block.length());
            queue.sentElsewhere(block, NO_STREAM);
            block.release();
            limiterWait(payload.length);
            link.send(new Message.InlineBlock(payload));
        }

        private void limiterWait(int bytes) throws IOException {
            try {
                limiter.acquire(bytes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }

        @Override
        public void digest(int entry, byte[] sha256) {
            book.put(entry, sha256);
            digests.add(new Digest(entry, sha256));
        }

        @Override
        public void permissions(int entry, int permissions) throws IOException, InterruptedException {
            if (link.awaitSince(Message.NewPermissions.SINCE)) {
                link.send(new Message.NewPermissions(entry, permissions));
            }
        }

        @Override
        public void awaitSent(long block) throws InterruptedException {
            queue.awaitTaken(block);
        }

        @Override
        public void resumed(long bytes, int wholeFiles) {
            resumedBytes.addAndGet(bytes);
            resumedFiles.addAndGet(wholeFiles);
        }

        @Override
        public void unsendable(int entry, TransferException reason) throws IOException {
            if (!committed.contains(entry) && plan.unreadable(entry)) {
                missing.failed(plan.entry(entry).path(), reason);
                link.send(new Message.Unsendable(entry, reason.reason(), reason.getMessage()));
            }
        }

        @Override
        public void through() throws IOException, InterruptedException {
            digests.flush();
            cause = meter.cause(
                    streams.sockets(),
                    plan.totalBytes() - resumedBytes.get(),
                    plan.totalFiles(),
                    settings.rateBitsPerSecond());
            link.send(new Message.Summary(cause.code(), cause.text(), resentBytes()));
        }
    }
}
