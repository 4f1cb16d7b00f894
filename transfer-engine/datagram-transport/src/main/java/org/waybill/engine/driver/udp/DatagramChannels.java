package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.Handshake;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.ReceiverConfig;
import org.waybill.engine.transport.SenderConfig;
import org.waybill.engine.transport.SessionParameters;
import org.waybill.engine.transport.UnsentRanges;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.transport.plut.HostLoad;
import org.waybill.engine.transport.plut.PlutAckPolicy;
import org.waybill.engine.transport.plut.PlutRateController;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.ChecksumProtection;
import org.waybill.engine.transport.protection.CookieJar;
import org.waybill.engine.transport.protection.Protection;
import org.waybill.engine.transport.tsp.TspRateController;

/**
 * Opens byte streams over datagrams. A stream has one direction. Both sides have agreed on {@link DatagramTerms} over
 * the control connection; the initiator also knows the responder's port.
 */
public final class DatagramChannels {
    private static final long TSP_ACK_NS = 10_000_000;
    private static final long UNLIMITED_BITS_PER_SECOND = 100_000_000_000L;
    private static final SecureRandom RANDOM = new SecureRandom();

    private DatagramChannels() {}

    /**
     * A stream that waits for its peer, at a port that must be sent to the peer.
     *
     * @param cookie what the peer's first HELLO is to bear
     */
    public record Listening(DatagramStream stream, int port, byte[] cookie) {}

    /**
     * Opens the end that is spoken to.
     *
     * @param local the address of this host that the peer can reach
     * @param peer where the peer will speak from, as far as is known: it gets a cookie for that, which saves a round
     *     trip
     * @param shares the rate that this stream shares with others of the same transfer
     * @throws StreamMemoryException if too many others have theirs of {@code memory}
     */
    public static Listening listen(
            InetAddress local,
            InetSocketAddress peer,
            DatagramTerms terms,
            boolean sending,
            RateShares shares,
            StreamMemory memory)
            throws IOException {
        StreamReservation place = StreamReservation.at(local, terms, memory);
        UdpSocket socket = place.socket();
        byte[] cookieSecret = new byte[32];
        RANDOM.nextBytes(cookieSecret);
        CookieJar jar = new CookieJar(cookieSecret);
        // a connection's time begins at 0
        byte[] cookie = jar.bake(0, socket.addressBytes(socket.pathOf(peer)), terms.connectionId());
        Handshake handshake = Handshake.responder(jar, socket::addressBytes, terms.connectionId());
        int opened = place.port();
        return new Listening(begin(place, terms, handshake, false, sending, shares), opened, cookie);
    }

    /**
     * Opens the end that speaks first.
     *
     * @param place becomes the stream's
     * @param cookie from the peer, or empty
     */
    public static DatagramStream connect(
            StreamReservation place,
            InetSocketAddress peer,
            byte[] cookie,
            DatagramTerms terms,
            boolean sending,
            RateShares shares) {
        return begin(place, terms, Handshake.initiator(place.socket().pathOf(peer), cookie), true, sending, shares);
    }

    private static DatagramStream begin(
            StreamReservation place,
            DatagramTerms terms,
            Handshake handshake,
            boolean initiator,
            boolean sending,
            RateShares shares) {
        UdpSocket socket = place.socket();
        SessionParameters session = SessionParameters.of(
                terms.connectionId(), initiator, terms.roundTripNs(), SessionParameters.WINDOW_PACKETS);
        boolean sealed = !terms.insecureLab();
        Protection protection = terms.insecureLab()
                ? new ChecksumProtection()
                : new AeadProtection(terms.secret(), terms.connectionId(), initiator);
        if (sending) {
            StreamSource source = new StreamSource(place.buffer());
            RateController controller = controller(terms.transport(), terms.rateBitsPerSecond());
            Connection connection = Connection.sender(
                    session,
                    protection,
                    handshake,
                    new SenderConfig(source, UnsentRanges.whole(source), controller, terms.breaker()));
            UdpDriver driver = new UdpDriver(socket, connection, System::nanoTime);
            driver.afterEachRound(_ -> source.onPace(connection.paceBitsPerSecond()));
            if (!(controller instanceof PlutRateController plut)) {
                return new DatagramOutput(source, connection, driver, sealed, () -> {}).start();
            }
            shares.add(plut);
            return new DatagramOutput(source, connection, driver, sealed, () -> shares.remove(plut)).start();
        }
        StreamSink sink = new StreamSink(place.buffer());
        ReceivedData data = new ReceivedData(sink, List.of());
        sink.bookkeeping(data);
        AckPolicy policy = acknowledgements(terms.transport(), new LinuxHostMonitor(socket));
        Connection connection = Connection.receiver(session, protection, handshake, new ReceiverConfig(data, policy));
        UdpDriver driver = new UdpDriver(socket, connection, System::nanoTime);
        driver.afterEachRound(sink::onProgress);
        return new DatagramInput(sink, connection, driver, sealed).start();
    }

    static AckPolicy acknowledgements(DatagramTerms.Transport transport, HostLoad.Monitor host) {
        return switch (transport) {
            case PLUT -> new PlutAckPolicy(host);
            case TSP -> AckPolicy.every(TSP_ACK_NS);
        };
    }

    /** @param rate in bit/s; 0 where it is to be searched for */
    static RateController controller(DatagramTerms.Transport transport, long rate) {
        return switch (transport) {
            case PLUT -> new PlutRateController(rate > 0 ? rate : UNLIMITED_BITS_PER_SECOND, rate > 0);
            case TSP -> new TspRateController(rate, rate + rate / 2, TspRateController.Adjust.SLEEP_TIME);
        };
    }
}
