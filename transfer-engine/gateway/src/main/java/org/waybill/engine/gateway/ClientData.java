package org.waybill.engine.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataAcceptor;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.gridftp.data.ModeESink;
import org.waybill.engine.gridftp.data.ModeESource;
import org.waybill.engine.gridftp.data.StreamSink;
import org.waybill.engine.gridftp.data.StreamSource;

/**
 * The client's data port: either we listen (PASV, EPSV) or it does (PORT, EPRT). The other end must be the client
 * itself or a server of the allow-list, for third-party copies; else the gateway would be a bouncer (RFC 2577, 3).
 */
final class ClientData implements AutoCloseable {
    private static final int LOWEST_PORT = 1024;

    private final InetAddress local;
    private final InetAddress client;
    private final DestinationPolicy destinations;
    private final Duration patience;
    private DataChannel.Security security = DataChannel.Security.NONE;
    private @Nullable DataAcceptor acceptor;
    private @Nullable InetSocketAddress active;

    ClientData(InetAddress local, InetAddress client, DestinationPolicy destinations, Duration patience) {
        this.local = local;
        this.client = client;
        this.destinations = destinations;
        this.patience = patience;
    }

    /** How connections that come from now on are secured. */
    void security(DataChannel.Security wanted) {
        security = wanted;
    }

    InetSocketAddress listen(int bufferBytes) throws IOException {
        close();
        DataAcceptor opened = DataAcceptor.open(
                local, bufferBytes, peer -> peer.equals(client) || destinations.isKnownPeer(peer), patience);
        acceptor = opened;
        return opened.address();
    }

    void connectTo(InetSocketAddress target) throws FtpError {
        close();
        boolean toClient = target.getAddress().equals(client) && target.getPort() >= LOWEST_PORT;
        if (destinations.isSelf(target) || !(toClient || destinations.takesData(target))) {
            throw new FtpError(
                    504,
                    "data goes to the client's own address, to ports from " + LOWEST_PORT
                            + " on, or to an allowed server, to ports from " + DestinationPolicy.LOWEST_DATA_PORT
                            + " on");
        }
        active = target;
    }

    /** Where data to the client go. In extended block mode the receiver listens, so that we open the connections. */
    DataSink openSink(TransferSpec spec, long startOffset) throws IOException {
        if (spec.mode() == 'E') {
            InetSocketAddress target = active;
            if (target == null) {
                throw new FtpError(425, "in extended block mode the receiver listens: send PORT or SPOR first");
            }
            return new ModeESink(connect(target, spec.streams(), spec.bufferBytes()), 1);
        }
        return new StreamSink(openStream(spec.bufferBytes()), startOffset);
    }

    /** Where data from the client come from. */
    DataSource openSource(TransferSpec spec, long startOffset) throws IOException {
        if (spec.mode() == 'E') {
            DataAcceptor listening = acceptor;
            if (listening == null) {
                throw new FtpError(425, "in extended block mode the receiver listens: send PASV or SPAS first");
            }
            acceptor = null;
            ModeESource source = new ModeESource(listening);
            source.startAccepting(security);
            return source;
        }
        return new StreamSource(openStream(spec.bufferBytes()), startOffset, Long.MAX_VALUE);
    }

    boolean isSet() {
        return acceptor != null || active != null;
    }

    private DataChannel openStream(int bufferBytes) throws IOException {
        InetSocketAddress target = active;
        if (target != null) {
            active = null;
            return connect(target, 1, bufferBytes).getFirst();
        }
        DataAcceptor listening = acceptor;
        if (listening == null) {
            throw new FtpError(425, "send PASV, EPSV, PORT or EPRT first");
        }
        acceptor = null;
        try (listening) {
            listening.begin(security);
            DataChannel channel = listening.accept(() -> false);
            if (channel == null) {
                throw new FtpError(425, "the data connection was not opened");
            }
            return channel;
        }
    }

    private List<DataChannel> connect(InetSocketAddress target, int count, int bufferBytes) throws IOException {
        List<DataChannel> channels = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                SocketChannel channel = SocketChannel.open();
                channels.add(DataChannel.plain(channel));
                if (bufferBytes > 0) {
                    channel.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
                }
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.socket().connect(target, (int) patience.toMillis());
                channels.set(i, DataChannel.securing(channel, security, patience));
            }
            return channels;
        } catch (IOException e) {
            for (DataChannel channel : channels) {
                channel.close();
            }
            throw new FtpError(425, "no data connection: " + ErrorText.of(e));
        }
    }

    @Override
    public void close() {
        DataAcceptor listening = acceptor;
        if (listening != null) {
            listening.close();
        }
        acceptor = null;
        active = null;
    }
}
