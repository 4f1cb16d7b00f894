package org.waybill.engine.link;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.Reason;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;
import org.waybill.engine.wire.WireException;

/**
 * A control connection: whole messages over TLS. Both sides beat when they have nothing to say, so silence means that
 * the other one is gone. One thread receives, any may send.
 */
public final class ControlLink implements PeerLink {
    /** Six beats fit into the usual patience of 30 s. */
    private static final Duration BEAT = Duration.ofSeconds(5);
    /** A node may have to wait half a minute for the client's earlier attempt to end. */
    private static final Duration ANSWER_TIME = Duration.ofMinutes(2);

    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final int BYTES_PER_SECOND = 8 << 10;
    /** How long a refused peer may take to notice it. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    /** More is not read of what no one hears. */
    private static final long MOST_IGNORED_BYTES = 16 << 20;

    private final SSLSocket tls;
    private final SocketChannel channel;
    private final DataInputStream in;
    private final OutputStream out;
    private final ReentrantLock sending = new ReentrantLock();
    private final TimeLimit limit;

    private Duration idle;
    private volatile long lastSentNanos = System.nanoTime();
    private volatile boolean closed;
    private volatile @Nullable Thread beats;
    private int maxFrame = MessageCodec.MAX_FRAME_BEFORE_TRUST;
    private volatile int peerVersion = 1;
    private final CountDownLatch spoken = new CountDownLatch(1);
    private volatile NodeConnector.Dial another;

    /**
     * A link over a finished handshake.
     *
     * @param channel what the TLS socket uses; closing it never waits for the peer
     * @param idle how long the peer may be silent
     */
    public ControlLink(SSLSocket tls, SocketChannel channel, Duration idle) throws IOException {
        this.tls = tls;
        this.channel = channel;
        this.in = new DataInputStream(new BufferedInputStream(tls.getInputStream(), 16 << 10));
        this.out = tls.getOutputStream();
        this.idle = idle;
        this.another = () -> TcpChannels.connect(channel.getRemoteAddress(), NodeConnector.CONNECT_MILLIS);
        tls.setSoTimeout(Math.toIntExact(idle.toMillis()));
        this.limit = new TimeLimit(channel);
    }

    /** Who is at the other end; TLS proved it. */
    public Fingerprint peer() throws IOException {
        return PinnedTls.peer(tls.getSession());
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    /** A connection to the same peer, by the same way. */
    public SocketChannel another() throws IOException {
        return another.open();
    }

    /** The way is not direct. */
    void anotherBy(NodeConnector.Dial way) {
        another = way;
    }

    /** What the peer's first words say that it speaks. */
    public void peerSpeaks(int version) {
        peerVersion = version;
        spoken.countDown();
    }

    @Override
    public boolean awaitSince(int version) throws InterruptedException {
        spoken.await();
        return isSince(version);
    }

    @Override
    public boolean isSince(int version) {
        return peerVersion >= version;
    }

    /** From now on frames of full length are read. */
    public void trust() {
        maxFrame = MessageCodec.MAX_FRAME;
    }

    /** Starts to beat; call it once, when the session is to last. */
    public void keepAlive() {
        keepAlive(BEAT);
    }

    /** The same for a link whose end must be noticed sooner. */
    public void keepAlive(Duration interval) {
        Thread thread = Thread.ofVirtual().name("beat").unstarted(() -> beat(interval));
        beats = thread;
        thread.start();
    }

    /** How long the peer may be silent from now on; for the thread that receives. */
    public void patience(Duration time) throws IOException {
        idle = time;
        tls.setSoTimeout(Math.toIntExact(time.toMillis()));
    }

    private void beat(Duration interval) {
        try {
            while (!closed) {
                Thread.sleep(interval);
                if (System.nanoTime() - lastSentNanos >= interval.toNanos()) {
                    send(new Message.Heartbeat());
                }
            }
        } catch (IOException _) {
            close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(Message... messages) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (Message message : messages) {
            frames.writeBytes(MessageCodec.encode(message));
        }
        sending.lock();
        try {
            frames.writeTo(out);
            out.flush();
            lastSentNanos = System.nanoTime();
        } finally {
            sending.unlock();
        }
    }

    /**
     * The next message but beats.
     *
     * @throws SocketTimeoutException if the peer was silent too long
     * @throws EOFException if it closed the connection
     */
    public Message receive() throws IOException {
        while (true) {
            Message message = next();
            if (!(message instanceof Message.Heartbeat)) {
                return message;
            }
        }
    }

    /**
     * The same for an answer that a peer has at hand: beats alone are none.
     *
     * @throws IOException also if nothing but beats came within {@link #ANSWER_TIME}
     */
    public Message answer() throws IOException {
        long untilNanos = System.nanoTime() + ANSWER_TIME.toNanos();
        Message message = next();
        while (message instanceof Message.Heartbeat) {
            if (System.nanoTime() - untilNanos > 0) {
                throw new SlowPeerException("has not answered within " + ANSWER_TIME.toSeconds() + " s");
            }
            message = next();
        }
        return message;
    }

    /** A message has as long to be here as a peer may be silent, and longer if it is long. */
    private Message next() throws IOException {
        limit.begin(idle.plus(GRACE));
        try {
            int length = in.readInt();
            if (length < 1 || length > maxFrame) {
                throw new WireException("a frame of " + length + " bytes where " + maxFrame + " are allowed");
            }
            limit.begin(idle.plus(GRACE).plusSeconds(length / BYTES_PER_SECOND));
            byte[] frame = in.readNBytes(length);
            if (frame.length < length) {
                throw new EOFException();
            }
            return MessageCodec.decode(frame);
        } catch (WireException e) {
            throw e;
        } catch (IOException e) {
            throw limit.isOver() ? new SlowPeerException("timed out in the middle of a message") : e;
        } finally {
            limit.end();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        spoken.countDown();
        limit.close();
        Quietly.close(channel);
        Thread thread = beats;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Sends nothing more; the peer can still be heard. */
    public void endSending() {
        sending.lock();
        try {
            tls.shutdownOutput();
        } catch (IOException _) {
            // the peer has gone already
        } finally {
            sending.unlock();
        }
    }

    /**
     * Waits until the peer has closed its side, hearing nothing of what it still says; for the thread that receives.
     * Closing while its words are unread, or still come, would reset the connection, and our own last words with it.
     *
     * @param patience afterwards the connection is closed in any case
     */
    public void awaitPeersEnd(Duration patience) {
        byte[] ignored = new byte[4096];
        limit.begin(patience);
        try {
            tls.setSoTimeout(Math.toIntExact(patience.toMillis()));
            long leftBytes = MOST_IGNORED_BYTES;
            for (int read = 0; read >= 0 && leftBytes > 0; leftBytes -= read) {
                read = in.read(ignored);
            }
        } catch (IOException _) {
            // it is gone, or timed out
        } finally {
            limit.end();
        }
    }

    /** Reports to the peer why it fails, however much it is saying at that moment, and ends. */
    public void refuse(Reason reason, String text) throws IOException {
        send(new Message.Failure(reason, text));
        endSending();
        awaitPeersEnd(LAST_WORDS);
        close();
    }

    /** Closes properly: what was sent is delivered first. */
    public void finish() {
        // the peer may have gone already
        Quietly.close(tls);
        close();
    }
}
