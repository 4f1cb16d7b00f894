package org.waybill.engine.hostile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLSocket;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;
import org.waybill.engine.wire.RecordSealer;

/** A node that its client trusts, and that says over the control connection what a test prescribes. */
public final class HostileNode implements AutoCloseable {
    private static final int TLS_HANDSHAKE = 0x16;
    private static final byte[] SESSION = new byte[16];

    private final NodeIdentity identity;
    private final ServerSocketChannel listener;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();

    /** One side of a conversation; what it throws ends it. */
    @FunctionalInterface
    public interface Talk {
        void run(Peer peer) throws Exception;
    }

    /** The client that connected. */
    public final class Peer {
        private final ControlLink link;
        /** For one thread, with {@link #say} or without. */
        private final OutputStream out;

        private final SocketChannel channel;
        private final BlockingQueue<SocketChannel> data;
        private Message request = new Message.Heartbeat();
        private boolean toldWhy;

        private Peer(SSLSocket tls, SocketChannel channel, BlockingQueue<SocketChannel> data) throws IOException {
            link = new ControlLink(tls, channel, Duration.ofMinutes(2));
            link.trust();
            out = tls.getOutputStream();
            this.channel = channel;
            this.data = data;
        }

        /** The next message but beats. */
        public Message hear() throws IOException {
            Message message = link.receive();
            toldWhy |= message instanceof Message.Failure;
            return message;
        }

        /** An end with words unread would be a reset, and what was said before it lost. */
        private void leave() throws IOException {
            while (!toldWhy) {
                hear();
            }
        }

        /** Hears messages until one of this kind. */
        public <T extends Message> T hear(Class<T> kind) throws IOException {
            Message message = hear();
            while (!kind.isInstance(message)) {
                message = hear();
            }
            return kind.cast(message);
        }

        /** Hears who comes, welcomes it and hears its request. */
        Message welcome() throws IOException {
            hear(Message.Hello.class);
            say(new Message.Welcome(MessageCodec.VERSION, "node"));
            request = hear();
            return request;
        }

        /** Takes a transfer as a node does. */
        void accept(long windowBytes) throws IOException {
            welcome();
            say(new Message.Ready(SESSION, windowBytes));
        }

        public void say(Message... messages) throws IOException {
            link.send(messages);
        }

        /** The same again and again, as fast as the peer takes it. */
        void forever(Message message) throws IOException {
            forever(MessageCodec.encode(message));
        }

        void forever(byte[] bytes) throws IOException {
            byte[] much = new byte[bytes.length * Math.max(1, 65_536 / bytes.length)];
            for (int at = 0; at < much.length; at += bytes.length) {
                System.arraycopy(bytes, 0, much, at, bytes.length);
            }
            while (true) {
                out.write(much);
                out.flush();
            }
        }

        void raw(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** A frame of any type and content. */
        void frame(int type, byte[] content) throws IOException {
            raw(ByteBuffer.allocate(5 + content.length)
                    .putInt(1 + content.length)
                    .put((byte) type)
                    .put(content)
                    .array());
        }

        /** A byte at a time, without end. */
        void drip(byte[] bytes) throws IOException, InterruptedException {
            while (true) {
                for (byte one : bytes) {
                    out.write(one);
                    out.flush();
                    Thread.sleep(200);
                }
            }
        }

        /** Below TLS. */
        SocketChannel channel() {
            return channel;
        }

        /** A client's data connection, which is sealed with the transfer's keys. */
        Data data() throws Exception {
            SocketChannel connection = data.take();
            byte[] bytes = new byte[AttachPreamble.LENGTH];
            bytes[0] = AttachPreamble.FIRST_BYTE;
            connection.socket().getInputStream().readNBytes(bytes, 1, bytes.length - 1);
            byte[] secret = ((Message.Get) request).terms().secret();
            return new Data(
                    connection,
                    new DataKeys(secret).sealer(AttachPreamble.decode(bytes).connection()));
        }
    }

    /** A data connection as its source. */
    record Data(SocketChannel channel, RecordSealer sealer) {
        /** A block of segments as {@link BlockPayload} has them. */
        void block(long number, byte[] segments) throws IOException {
            byte[] payload = ByteBuffer.allocate(8 + segments.length)
                    .putLong(number)
                    .put(segments)
                    .array();
            record(payload);
        }

        void record(byte[] payload) throws IOException {
            byte[] sealed = new byte[payload.length + 64];
            int length = sealer.seal(payload, payload.length, sealed);
            channel.write(ByteBuffer.wrap(sealed, 0, length));
        }
    }

    /** A segment's header and content. */
    static byte[] segment(int entry, long offset, int length, byte[] content) {
        return ByteBuffer.allocate(16 + content.length)
                .putInt(entry)
                .putLong(offset)
                .putInt(length)
                .put(content)
                .array();
    }

    private HostileNode(NodeIdentity identity) throws IOException {
        this.identity = identity;
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** @param home whose identity it has, so that the same home's client trusts it */
    public static HostileNode start(Path home, Talk talk) throws IOException, TransferException {
        HostileNode node = new HostileNode(NodeIdentity.loadOrCreate(home));
        Thread.ofPlatform().daemon().name("hostile node").start(() -> node.accept(talk));
        return node;
    }

    private void accept(Talk talk) {
        BlockingQueue<SocketChannel> data = new LinkedBlockingQueue<>();
        try {
            while (true) {
                SocketChannel channel = listener.accept();
                open.add(channel);
                Thread.ofVirtual().start(() -> serve(channel, data, talk));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(SocketChannel channel, BlockingQueue<SocketChannel> data, Talk talk) {
        try {
            Socket socket = channel.socket();
            if (socket.getInputStream().read() != TLS_HANDSHAKE) {
                data.add(channel);
                return;
            }
            try (channel) {
                InputStream read = new ByteArrayInputStream(new byte[] {TLS_HANDSHAKE});
                SSLSocket tls = (SSLSocket) PinnedTls.context(identity, _ -> true)
                        .getSocketFactory()
                        .createSocket(socket, read, true);
                tls.setUseClientMode(false);
                tls.setSSLParameters(PinnedTls.parameters(PinnedTls.APPLICATION_PROTOCOL, PinnedTls.PATH_PROTOCOL));
                tls.setNeedClientAuth(true);
                tls.startHandshake();
                Peer peer = new Peer(tls, channel, data);
                try {
                    talk.run(peer);
                } finally {
                    peer.leave();
                }
            }
        } catch (Exception gone) {
            // that is how they end
        }
    }

    public int port() throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
