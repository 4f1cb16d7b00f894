package org.waybill.engine.session.streams;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.waybill.engine.driver.udp.DatagramChannels;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * The node's side of data streams over datagrams: opens a port for each that its client asks for. See decision 0063.
 */
public final class DatagramHost {
    private final ControlLink link;
    private final DataSession session;
    private final DataKeys keys;
    private final boolean sending;
    private final StreamMemory memory;
    private RateShares shares = new RateShares(0);
    private int opened;

    /**
     * For one session.
     *
     * @param secret the session's, of its terms
     * @param sending whether the node has the data
     * @param memory the node's, for the streams of all its sessions
     */
    public DatagramHost(ControlLink link, DataSession session, byte[] secret, boolean sending, StreamMemory memory) {
        this.link = link;
        this.session = session;
        this.keys = new DataKeys(secret);
        this.sending = sending;
        this.memory = memory;
    }

    /** What both sides make of a request. */
    public static DatagramTerms terms(Message.OpenDatagrams wish, DataKeys keys) {
        return new DatagramTerms(
                wish.transport(),
                wish.rateBitsPerSecond(),
                wish.connectionId(),
                keys.datagramSecret(wish.connection()),
                wish.roundTripNs(),
                wish.insecureLab(),
                CircuitBreaker.DEFAULT);
    }

    /**
     * Opens a stream and sends its port to the client, or that there is no memory for it; called by the thread that
     * receives on the link.
     */
    public void open(Message.OpenDatagrams wish) throws IOException {
        if (opened >= DataSession.MAX_STREAMS || wish.lacksRate()) {
            throw new WireException("invalid OpenDatagrams request");
        }
        if (opened++ == 0) {
            // the first one states the rate of all
            shares = new RateShares(wish.rateBitsPerSecond());
        }
        InetAddress local = ((InetSocketAddress) link.channel().getLocalAddress()).getAddress();
        InetAddress client = ((InetSocketAddress) link.channel().getRemoteAddress()).getAddress();
        DatagramChannels.Listening listening;
        try {
            listening = DatagramChannels.listen(
                    local, new InetSocketAddress(client, wish.port()), terms(wish, keys), sending, shares, memory);
        } catch (StreamMemoryException _) {
            link.send(Message.DatagramsOpen.refused(wish.connection()));
            return;
        }
        session.attach(wish.connection(), listening.stream());
        link.send(new Message.DatagramsOpen(wish.connection(), listening.port(), listening.cookie()));
    }
}
