package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.waybill.engine.ErrorText;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.driver.udp.StreamMemory;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.streams.DatagramConnector;
import org.waybill.engine.transport.paraplut.RateShares;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/** A path that exists, as its client sees it: streams can be dialled through it until it is lost or closed. */
public final class VirtualPath implements AutoCloseable {
    private final ControlLink link;
    private final Message.PathOpen open;
    private final InetSocketAddress firstHop;
    private final String signer;
    private final DatagramConnector datagrams;
    private final AtomicInteger streams = new AtomicInteger();
    private volatile boolean closed;

    /** @param signer who signed its token, for people to read */
    VirtualPath(ControlLink link, Message.PathOpen open, String signer) throws IOException {
        this.link = link;
        this.signer = signer;
        this.open = open;
        this.datagrams = new DatagramConnector(link, new DataKeys(open.key()), StreamMemory.OF_CLIENT, "the next hop");
        InetSocketAddress asked = (InetSocketAddress) link.channel().getRemoteAddress();
        firstHop = new InetSocketAddress(asked.getAddress(), open.port());
    }

    /** Who signed the token that opened it. */
    String signer() {
        return signer;
    }

    /** Watches over the path; {@code lost} hears why it ended, once, unless {@link #close} ended it. */
    void watch(Consumer<String> lost) throws IOException {
        link.patience(Relay.PATIENCE);
        link.keepAlive(Relay.BEAT);
        Thread.ofVirtual().name("path").start(() -> {
            String why;
            try {
                Message message = link.receive();
                while (datagrams.isAnswer(message)) {
                    message = link.receive();
                }
                why = message instanceof Message.Failure failure ? failure.text() : "the relay broke the protocol";
            } catch (IOException e) {
                why = "the relay is gone: " + ErrorText.of(e);
            }
            datagrams.close();
            link.close();
            if (!closed) {
                lost.accept(why);
            }
        });
    }

    /** A stream through the path; what is written to it arrives at the destination's port. */
    public SocketChannel dial() throws IOException {
        return HopSockets.connect(
                firstHop,
                StreamPreamble.of(open.circuit(), open.key(), streams.getAndIncrement())
                        .encode());
    }

    /**
     * The same by datagrams as far as the relays go along with it, the rest of the path by TCP; in one direction only,
     * towards the destination. The path must be watched.
     *
     * @param shares the rate that all such streams of the transfer share
     */
    public ByteChannel dial(DatagramTerms.Transport transport, long rateBitsPerSecond, RateShares shares)
            throws IOException {
        try {
            return DatagramForwarder.dial(datagrams, streams.getAndIncrement(), transport, rateBitsPerSecond, shares);
        } catch (StreamMemoryException _) {
            return dial();
        }
    }

    /** Releases the path at all its relays. */
    @Override
    public void close() {
        closed = true;
        link.close();
    }
}
