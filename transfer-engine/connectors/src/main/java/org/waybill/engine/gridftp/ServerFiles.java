package org.waybill.engine.gridftp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gridftp.data.DataAcceptor;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.ModeESink;
import org.waybill.engine.gridftp.data.ModeESource;
import org.waybill.engine.gridftp.data.StreamSink;
import org.waybill.engine.gridftp.data.StreamSource;

/**
 * Files of a server, read and written over data connections of our own. In extended block mode, where the server has
 * it, else as a stream. Used by one thread at a time, like the control connection it works on.
 *
 * @param host the server's name, in messages and for proxies
 * @param patience how long to wait for a data connection
 */
public record ServerFiles(ServerConnection server, String host, Duration patience) {
    /** Opens a file for reading; on return data flow. */
    public FileReader retrieve(String path, TransferSpec spec) throws IOException {
        return spec.mode() == 'E' && server.useMode('E') ? retrieveBlocks(path, spec) : retrieveStream(path, spec);
    }

    private FileReader retrieveBlocks(String path, TransferSpec spec) throws IOException {
        DataAcceptor acceptor = DataAcceptor.open(
                server.localAddress(), spec.bufferBytes(), peer -> peer.equals(server.address()), patience);
        try {
            server.active(acceptor.address());
            server.call(
                    "OPTS RETR Parallelism=" + (spec.streams() + ",").repeat(3).replaceAll(",$", ";"));
            restart(spec.restart());
            ModeESource source = new ModeESource(acceptor);
            source.startAccepting(server.dataSecurity());
            startConnecting(retrieveCommand(path, spec));
            return new FileReader(source, 0, this::complete);
        } catch (IOException e) {
            acceptor.close();
            throw e;
        }
    }

    private FileReader retrieveStream(String path, TransferSpec spec) throws IOException {
        server.useMode('S');
        DataChannel channel = connect(server.passive(), spec.bufferBytes());
        try {
            long offset = spec.isPartial() ? spec.partialOffset() : spec.restartOffset();
            if (!spec.isPartial()) {
                restart(offset == 0 ? "" : Long.toString(offset));
                start("RETR " + path, List.of(channel));
                return new FileReader(new StreamSource(channel, offset, Long.MAX_VALUE), offset, this::complete);
            }
            if (!knowsPartial(path, spec)) {
                restart(Long.toString(offset));
                start("RETR " + path, List.of(channel));
            }
            StreamSource source = new StreamSource(channel, offset, spec.partialBytes());
            return new FileReader(source, offset, markers -> completePart(source, markers));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Few servers but the Grid Community Toolkit's know ERET; with others a restart and an early end do. */
    private boolean knowsPartial(String path, TransferSpec spec) throws IOException {
        server.send(retrieveCommand(path, spec));
        FtpReply reply = server.read();
        if (reply.code() == 550) {
            throw new FtpError(550, reply.text());
        }
        return reply.isPreliminary();
    }

    private static String retrieveCommand(String path, TransferSpec spec) {
        return spec.isPartial()
                ? "ERET P " + spec.partialOffset() + " " + spec.partialBytes() + " " + path
                : "RETR " + path;
    }

    /** Opens the listing of a directory: MLSD, NLST or LIST. */
    public FileReader list(String verb, String path) throws IOException {
        server.useMode('S');
        DataChannel channel = connect(server.passive(), 0);
        try {
            start(path.isEmpty() ? verb : verb + " " + path, List.of(channel));
            return new FileReader(new StreamSource(channel, 0, Long.MAX_VALUE), 0, this::complete);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * A file as SIZE and MDTM describe it.
     *
     * @param modified as FTP writes times, perhaps with a fraction of a second; empty if the server gives none
     */
    public record FileFacts(long bytes, String modified) {}

    /** What a server without MLST has under a path; empty if it gives no size, as of a directory. */
    public Optional<FileFacts> describe(String path) throws IOException {
        FtpReply size = server.call("SIZE " + path);
        if (!size.isPositive() || !size.text().strip().matches("\\d{1,18}")) {
            return Optional.empty();
        }
        FtpReply time = server.call("MDTM " + path);
        boolean told = time.isPositive() && time.text().strip().matches("\\d{14}(\\.\\d{1,9})?");
        return Optional.of(new FileFacts(
                Long.parseLong(size.text().strip()), told ? time.text().strip() : ""));
    }

    /** Opens a file for writing. */
    public FileWriter store(String path, TransferSpec spec, boolean append) throws IOException {
        boolean blocks = spec.mode() == 'E' && server.useMode('E');
        if (!blocks) {
            server.useMode('S');
        }
        List<InetSocketAddress> stripes = blocks ? server.stripedPassive() : List.of(server.passive());
        List<DataChannel> channels = new ArrayList<>();
        try {
            for (InetSocketAddress stripe : stripes) {
                for (int i = 0; i < (blocks ? each(spec.streams(), stripes.size()) : 1); i++) {
                    channels.add(connect(stripe, spec.bufferBytes()));
                }
            }
            if (spec.allocateBytes() >= 0) {
                server.call("ALLO " + spec.allocateBytes());
            }
            long offset = spec.isPartial() ? spec.partialOffset() : spec.restartOffset();
            restart(blocks ? spec.restart() : offset == 0 ? "" : Long.toString(offset));
            start(storeCommand(path, spec, append, blocks), channels);
            DataSink sink =
                    blocks ? new ModeESink(channels, stripes.size()) : new StreamSink(channels.getFirst(), offset);
            return new FileWriter(sink, this::complete);
        } catch (IOException e) {
            channels.forEach(DataChannel::close);
            throw e;
        }
    }

    /** Connections to one of a number of stripes: no more in total than the receiver of a file takes. */
    private static int each(int streams, int stripes) {
        return Math.clamp(DataAcceptor.MOST_CONNECTIONS / stripes, 1, Math.max(1, streams));
    }

    private static String storeCommand(String path, TransferSpec spec, boolean append, boolean blocks) {
        if (append) {
            return "APPE " + path;
        }
        return spec.isPartial() && blocks ? "ESTO A " + spec.partialOffset() + " " + path : "STOR " + path;
    }

    private DataChannel connect(InetSocketAddress target, int bufferBytes) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            if (bufferBytes > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes);
                channel.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
            }
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            server.connectData(channel.socket(), host, target, patience);
            return DataChannel.securing(channel, server.dataSecurity(), patience);
        } catch (IOException e) {
            channel.close();
            throw new FtpError(425, "no data connection to " + host + ": " + ErrorText.of(e));
        }
    }

    private void restart(String marker) throws IOException {
        if (!marker.isEmpty()) {
            FtpReply reply = server.call("REST " + marker);
            if (reply.code() != 350) {
                throw new FtpError(504, "the server cannot restart: " + reply.code() + " " + reply.text());
            }
        }
    }

    /** A server that cannot connect to us, for a firewall's sake for example, may say so late or never. */
    private void startConnecting(String command) throws IOException {
        server.send(command);
        try {
            FtpReply reply = server.read(patience);
            boolean unreached = reply.code() == FtpError.NO_DATA_CONNECTION
                    || (!reply.isPreliminary()
                            && reply.text().toLowerCase(Locale.ROOT).contains("connect"));
            requireStarted(unreached ? FtpReply.of(FtpError.NO_DATA_CONNECTION, reply.text()) : reply);
        } catch (SocketTimeoutException e) {
            throw new FtpError(
                    FtpError.NO_DATA_CONNECTION,
                    host + " did not connect to this machine within " + patience.toSeconds() + " s");
        }
    }

    private void start(String command, List<DataChannel> channels) throws IOException {
        server.send(command);
        FtpReply reply = server.read();
        if (!reply.isPreliminary()) {
            for (DataChannel channel : channels) {
                IOException distrust = channel.distrust();
                if (distrust != null) {
                    throw distrust; // the server knows only that we hung up
                }
            }
        }
        requireStarted(reply);
    }

    private static void requireStarted(FtpReply reply) throws FtpError {
        if (!reply.isPreliminary()) {
            throw new FtpError(reply.code() >= 400 ? reply.code() : 550, reply.text());
        }
    }

    private FtpReply complete(Consumer<FtpReply> markers) throws IOException {
        return server.readFinal(markers);
    }

    /** When all requested data have come, the remote server's complaint about the early end is not a failure. */
    private FtpReply completePart(StreamSource source, Consumer<FtpReply> markers) throws IOException {
        FtpReply reply = complete(markers);
        return source.hasAll() ? FtpReply.of(226, "Transfer complete.") : reply;
    }
}
