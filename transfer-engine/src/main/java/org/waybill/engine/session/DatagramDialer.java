package org.waybill.engine.session;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * Opens data streams over datagrams: asks the node for a port over the control connection, then speaks to that. What
 * travels on the stream is the same as on a TCP data connection.
 */
final class DatagramDialer implements StreamDialer {
    private static final int ANSWER_SECONDS = 20;

    private final ControlLink link;
    private final DataKeys keys;
    private final TransferClient.Options options;
    private final boolean sending;
    private final RateShares shares;
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, CompletableFuture<Integer>> ports = new ConcurrentHashMap<>();
    private volatile long roundTripNs = 100_000_000;

    /** @param sending whether this side has the data */
    DatagramDialer(ControlLink link, DataKeys keys, TransferClient.Options options, boolean sending) {
        this.link = link;
        this.keys = keys;
        this.options = options;
        this.sending = sending;
        shares = new RateShares(options.rateBitsPerSecond());
    }

    /** The control connection's round trip, as measured. */
    void roundTrip(long nanos) {
        roundTripNs = nanos;
    }

    /** Takes the message if it is the answer to a question of ours. */
    boolean isAnswer(Message message) {
        if (!(message instanceof Message.DatagramsOpen answer)) {
            return false;
        }
        CompletableFuture<Integer> port = ports.get(answer.connection());
        if (port != null) {
            port.complete(answer.port());
        }
        return true;
    }

    @Override
    public ByteChannel dial(AttachPreamble preamble) throws IOException {
        TransferClient.Datagrams how = Objects.requireNonNull(options.datagrams());
        Message.OpenDatagrams wish = new Message.OpenDatagrams(preamble.connection(), how.transport(),
                options.rateBitsPerSecond(), random.nextLong(), roundTripNs, how.insecureLab());
        CompletableFuture<Integer> port = new CompletableFuture<>();
        ports.put(preamble.connection(), port);
        link.send(wish);
        InetSocketAddress node = (InetSocketAddress) link.channel().getRemoteAddress();
        DatagramTerms terms = DatagramHost.terms(wish, keys);
        return DatagramChannels.connect(new InetSocketAddress(node.getAddress(), answer(port)), terms, sending, shares);
    }

    private static int answer(CompletableFuture<Integer> port) throws IOException {
        try {
            return port.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the node opened no UDP port", e);
        }
    }
}
