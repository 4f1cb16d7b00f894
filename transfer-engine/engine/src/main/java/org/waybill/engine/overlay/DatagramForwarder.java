package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.streams.DatagramConnector;
import org.waybill.engine.session.streams.DatagramHost;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.planner.admission.FairShares;

/**
 * Streams of one path that reach this relay by datagrams. They continue by datagrams where the relay's owner has said
 * that its network is dedicated and another relay follows, else by TCP: neither transport yields to others (RFC 8085),
 * and only the relay's operator knows whose network is before it.
 */
final class DatagramForwarder {
    private static final System.Logger LOG = System.getLogger(DatagramForwarder.class.getName());

    private final RelayPath circuit;
    private final ControlLink link;
    private final @Nullable DatagramConnector onward;
    private final RelaySettings settings;
    private final StreamMemory memory;
    private final RelayMeter meter;
    private final BufferPool buffers;
    private final FairShares<Fingerprint> streams;
    private final DataKeys keys;
    private @Nullable RateShares shares;

    /**
     * For one path.
     *
     * @param link to the hop before
     * @param onward to the next relay; null where the destination follows
     * @param memory the node's, for all streams by datagrams
     * @param streams the relay's, of all clients
     */
    DatagramForwarder(
            RelayPath circuit,
            ControlLink link,
            @Nullable DatagramConnector onward,
            RelaySettings settings,
            StreamMemory memory,
            RelayMeter meter,
            BufferPool buffers,
            FairShares<Fingerprint> streams) {
        this.circuit = circuit;
        this.link = link;
        this.onward = onward;
        this.settings = settings;
        this.memory = memory;
        this.meter = meter;
        this.buffers = buffers;
        this.streams = streams;
        keys = new DataKeys(circuit.key());
    }

    /** Opens a port for a stream and reports it to the hop before; port 0 says that it is to come by TCP. */
    void open(Message.OpenDatagrams wish) throws IOException {
        DatagramChannels.Listening listening = streams.take(circuit.client(), 1) ? listen(wish) : null;
        if (listening == null) {
            link.send(Message.DatagramsOpen.refused(wish.connection()));
            return;
        }
        Thread.ofPlatform().name("relay datagrams").daemon().start(() -> {
            try {
                forward(listening.stream(), wish);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "a stream by datagrams ended: {0}", e.getMessage());
            } finally {
                streams.give(circuit.client(), 1);
            }
        });
        link.send(new Message.DatagramsOpen(wish.connection(), listening.port(), listening.cookie()));
    }

    /** Null where there is no memory for it; then its place is free again. */
    private DatagramChannels.@Nullable Listening listen(Message.OpenDatagrams wish) throws IOException {
        DatagramChannels.Listening listening = null;
        try {
            InetSocketAddress here = (InetSocketAddress) link.channel().getLocalAddress();
            InetSocketAddress before = (InetSocketAddress) link.channel().getRemoteAddress();
            listening = DatagramChannels.listen(
                    here.getAddress(),
                    new InetSocketAddress(before.getAddress(), wish.port()),
                    DatagramHost.terms(wish, keys),
                    false,
                    new RateShares(0),
                    memory);
            return listening;
        } catch (StreamMemoryException _) {
            return null;
        } finally {
            if (listening == null) {
                streams.give(circuit.client(), 1);
            }
        }
    }

    private void forward(ByteChannel near, Message.OpenDatagrams wish) throws IOException {
        if (!circuit.admit(wish.connection(), near)) {
            Quietly.close(near);
            return;
        }
        meter.streamGauge().incrementAndGet();
        meter.cameByDatagrams();
        ByteChannel far = null;
        try {
            far = next(wish);
            if (circuit.admitFar(far)) {
                new Splice(near, far, meter, circuit::pass).runForth(buffers);
            }
        } finally {
            meter.streamGauge().decrementAndGet();
            circuit.left(near, far);
            Quietly.close(near);
            if (far != null) {
                Quietly.close(far);
            }
        }
    }

    /** A stream to the next hop, with keys that only these two hops know. */
    static ByteChannel dial(
            DatagramConnector to,
            int stream,
            DatagramTerms.Transport transport,
            long rateBitsPerSecond,
            RateShares shares)
            throws IOException {
        return to.open(
                to.send(to.ask(stream, transport, rateBitsPerSecond, false)), CircuitBreaker.DEFAULT, true, shares);
    }

    private ByteChannel next(Message.OpenDatagrams wish) throws IOException {
        long own = settings.onwardDatagramBitsPerSecond();
        DatagramConnector relay = onward;
        if (relay != null && own > 0) {
            long wanted = wish.rateBitsPerSecond();
            long rate = wanted == 0 ? own : Math.min(wanted, own);
            try {
                return dial(relay, wish.connection(), wish.transport(), rate, shares(rate));
            } catch (StreamMemoryException _) {
                // by TCP then
            }
        }
        return HopSockets.connect(circuit.next(), circuit.firstWords(wish.connection()));
    }

    /** All streams of the path share what the first one asks for. */
    private synchronized RateShares shares(long rateBitsPerSecond) {
        if (shares == null) {
            shares = new RateShares(rateBitsPerSecond);
        }
        return shares;
    }
}
