package org.waybill.engine.session.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.BlockPool;
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
import org.waybill.engine.wire.CipherWarmup;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordSealer;
import org.waybill.engine.wire.WireException;

/**
 * The side of a transfer that has the data: lists it, reads it once, sends what the sink lacks over as many streams as
 * are attached, and says what every file's SHA-256 is.
 */
public final class SourceSession extends TransferSide {
    private static final int POOL_BLOCKS = 32;

    private final SourceTree tree;
    private final SourcePlan plan;
    private final BlockSendQueue queue;
    private final BlockPool pool = new BlockPool(POOL_BLOCKS);
    private final SingleThreadWorker hasher = new SingleThreadWorker();
    private final RateLimit limiter;
    private final Missing missing;
    private final SourceMeter meter = new SourceMeter();
    private final SourceProgress progress;
    private final SourceOutput output;
    private final NotKeptAttributes notKept;

    /** Of the receiving thread. */
    private int wishes;

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
        this.progress = new SourceProgress(plan, queue, streams, missing);
        this.output = new SourceOutput(link, settings, plan, queue, limiter, progress, meter, missing);
    }

    /** Starts all threads; {@link #await} returns at the end. The caller feeds {@link #receive}. */
    @Override
    public void start() {
        outcome.whenEnded(queue::close);
        outcome.whenEnded(plan::end);
        outcome.whenEnded(pool::close);
        hasher.start("source hash", outcome, scope);
        output.start(outcome, scope);
        scope.start("source read", this::listAndPump);
        tellPeerTheEnd();
    }

    private void listAndPump() throws IOException, InterruptedException, TransferException {
        AttributeSender attributes =
                new AttributeSender(link, tree, settings.rules().attributes(), notKept);
        HardLinkSender names = new HardLinkSender(
                link, tree, settings.files(), settings.rules().keeps(Extra.HARD_LINKS));
        SourceListing listing = new SourceListing(link, settings, outcome, tree, plan, missing, names, attributes);
        listing.walk();
        if (plan.totalBytes() > WARMUP_BYTES) {
            CipherWarmup.sealing();
        }
        boolean inline = listing.isOfOnePart() && plan.mostBytes() <= INLINE_BYTES;
        if (inline) {
            // before the sink asks for any of it
            output.inline();
        }
        listing.finish();
        if (inline) {
            plan.needAll();
        } else {
            dataNeeded();
        }
        new SourcePump(tree, plan, pool, hasher, settings.verify(), meter, output).run();
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            case Message.Ready ready -> queue.open(ready.windowBytes());
            case Message.RequestedEntries need ->
                plan.need(need).forEach(file -> progress.resumed(file.sizeBytes(), 1));
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
            case Message.Committed done -> progress.committed(done);
            case Message.Unwritable not -> unwritable(not);
            case Message.Unsendable not
            when not.entry() == Message.Unsendable.NOT_LISTED -> {
                plan.take(not);
                missing.add(not.missing(), new TransferException(not.reason(), not.why()));
            }
            case Message.NotKept news -> notKept.heard(news);
            case Message.Summary summary -> progress.sinkCause(new Cause(summary.causeCode(), summary.causeText()));
            case Message.Done _ -> {
                progress.requireAll();
                outcome.succeed();
            }
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw WireException.unexpected(message, "a sender");
        }
    }

    private boolean mayRetire(Message.StopStream wish) {
        wishes++;
        return wish.connection() < StreamSet.MOST_NUMBERS && wishes <= StreamSet.MOST_NUMBERS;
    }

    private void unwritable(Message.Unwritable not) throws WireException, TransferException {
        if (settings.rules().keepsSome() ? plan.kept(not) : plan.unwritable(not)) {
            String path = plan.entry(not.entry()).path();
            missing.add(not.isKept() ? NotTransferred.kept(path) : NotTransferred.failed(path, not.why()), not.why());
        }
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
        return progress.now();
    }

    @Override
    public SessionResult result() {
        return progress.result(tree.isDirectory(), outcome.isSuccess());
    }

    @Override
    public TransferException named(TransferException failure) {
        return tree.isDirectory() ? progress.named(failure) : failure;
    }

    @Override
    public long deliveredBytes() {
        return queue.acknowledgedBytes();
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
}
