package org.waybill.client.probe.socket;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * ICMP echo (RFC 792, RFC 4443) to one host, through a ping socket or else a raw one. Each request carries a nonce, so
 * that neither a stale nor an invented reply counts.
 */
public final class EchoSocket implements AutoCloseable {
    /** ICMP header and nonce: the smallest payload that can be recognised. */
    public static final int LEAST_BYTES = 16;

    private static final int HEADER_BYTES = 8;
    private static final int IPV4_HEADER_BYTES = 20;
    private static final int IPV6_HEADER_BYTES = 40;
    private static final long CLOCK_DISAGREEMENT_NS = 5_000_000;

    /**
     * What came back for one request.
     *
     * @param sequence the request's
     * @param from the host or router that answered
     * @param reached whether it was the target itself
     * @param rttNs round-trip time
     * @param arrivalNs arrival by the kernel's clock, for spacings between answers; differences only
     */
    public record Answer(int sequence, InetAddress from, boolean reached, long rttNs, long arrivalNs) {}

    private final NativeSocket socket;
    private final boolean raw;
    private final boolean ipv6;
    private final InetAddress target;
    private final int identifier;
    private final long nonce;
    private final long[] sentMonotonicNs = new long[1 << 16];
    private final long[] sentWallNs = new long[1 << 16];
    private final int[] sentTarget = new int[1 << 16];
    private int sequence;
    private boolean tooLongReported;

    private EchoSocket(NativeSocket socket, boolean raw, InetAddress target, RandomGenerator random) {
        this.socket = socket;
        this.raw = raw;
        this.target = target;
        this.ipv6 = target instanceof Inet6Address;
        this.identifier = random.nextInt(1 << 16);
        this.nonce = random.nextLong();
    }

    /** Opens whichever kind of socket is allowed; the exception names both refusals. */
    public static EchoSocket open(InetAddress target, RandomGenerator random) throws IOException {
        if (!NativeSocket.isSupported()) {
            throw new IOException("ICMP sockets are supported on 64-bit Linux only");
        }
        boolean ipv6 = target instanceof Inet6Address;
        try {
            return new EchoSocket(NativeSocket.ping(ipv6), false, target, random);
        } catch (IOException ping) {
            try {
                return new EchoSocket(NativeSocket.raw(ipv6), true, target, random);
            } catch (IOException refused) {
                throw new IOException(
                        "cannot open an ICMP socket: ping " + ping.getMessage()
                                + " (sysctl net.ipv4.ping_group_range), raw " + refused.getMessage()
                                + " (CAP_NET_RAW)",
                        refused);
            }
        }
    }

    /** How many bytes an IP packet has whose ICMP message has {@code messageBytes}. */
    public int packetBytes(int messageBytes) {
        return messageBytes + (ipv6 ? IPV6_HEADER_BYTES : IPV4_HEADER_BYTES);
    }

    /** Time to live of the requests sent from now on. */
    public void timeToLive(int hops) throws IOException {
        socket.timeToLive(hops);
    }

    /**
     * Sends one request to the target.
     *
     * @param messageBytes of the ICMP message, header included, at least {@link #LEAST_BYTES}
     * @return its sequence number, or -1 if this host refused to send it
     */
    public int send(int messageBytes) {
        return send(target, messageBytes);
    }

    /** Sends one request to another host, for instance a router on the way. */
    public int send(InetAddress to, int messageBytes) {
        int number = sequence;
        sequence = sequence + 1 & 0xffff;
        byte[] message = new byte[messageBytes];
        ByteBuffer buffer = ByteBuffer.wrap(message);
        buffer.put((byte) (ipv6 ? 128 : 8)).put((byte) 0).putShort((short) 0);
        buffer.putShort((short) identifier).putShort((short) number).putLong(nonce ^ number);
        if (raw && !ipv6) {
            buffer.putShort(2, InternetChecksum.of(message));
        }
        sentTarget[number] = to.hashCode();
        for (int attempt = 0; attempt < 2; attempt++) {
            Instant now = Instant.now();
            sentWallNs[number] = now.getEpochSecond() * 1_000_000_000L + now.getNano();
            sentMonotonicNs[number] = System.nanoTime();
            if (socket.send(message, to, 0) == 0) {
                return number;
            }
            // an earlier packet's error is reported once by the next call; this packet was not sent
        }
        return -1;
    }

    /** Waits until the deadline of {@link System#nanoTime} for an answer to any request; null if none came. */
    public @Nullable Answer receive(long deadlineNs) throws InterruptedException {
        while (true) {
            DatagramEvent event = socket.receive(deadlineNs);
            if (event == null) {
                return null;
            }
            Answer answer = answer(event);
            if (answer != null) {
                return answer;
            }
        }
    }

    /** What an event says about a request of ours; null if nothing. */
    @Nullable
    Answer answer(DatagramEvent event) {
        return event.error() == null ? reply(event) : dropped(event, event.error());
    }

    private @Nullable Answer reply(DatagramEvent event) {
        byte[] data = event.data();
        int start = raw && !ipv6 && data.length > 0 ? (data[0] & 0x0f) * 4 : 0;
        if (data.length < start + LEAST_BYTES || event.peer() == null || data[start] != (byte) (ipv6 ? 129 : 0)) {
            return null;
        }
        ByteBuffer message = ByteBuffer.wrap(data);
        int number = Short.toUnsignedInt(message.getShort(start + 6));
        boolean ours = message.getLong(start + HEADER_BYTES) == (nonce ^ number)
                && event.peer().hashCode() == sentTarget[number];
        return ours ? answer(number, event.peer(), event.peer().equals(target), event) : null;
    }

    /** A router's "time exceeded" or "unreachable": the error queue hands back the head of our own message. */
    private @Nullable Answer dropped(DatagramEvent event, DatagramEvent.Dropped error) {
        tooLongReported |= error.isTooLong();
        if (event.data().length < HEADER_BYTES || error.offender() == null || error.isTooLong()) {
            return null;
        }
        ByteBuffer message = ByteBuffer.wrap(event.data());
        int number = Short.toUnsignedInt(message.getShort(6));
        boolean ours = !raw || Short.toUnsignedInt(message.getShort(4)) == identifier;
        return ours && sentMonotonicNs[number] != 0
                ? answer(number, error.offender(), error.offender().equals(target), event)
                : null;
    }

    /** Whether a router has said that a packet was too long for the path behind it. */
    public boolean isTooLongReported() {
        return tooLongReported;
    }

    private Answer answer(int number, InetAddress from, boolean reached, DatagramEvent event) {
        long monotonicNs = event.nowNs() - sentMonotonicNs[number];
        long kernelNs = event.kernelTimeNs() - sentWallNs[number];
        // the kernel's stamp leaves out how long we took to wake up, unless its clock was set meanwhile
        boolean trusted = event.kernelTimeNs() != 0
                && kernelNs > 0
                && kernelNs <= monotonicNs
                && monotonicNs - kernelNs < CLOCK_DISAGREEMENT_NS;
        return new Answer(
                number,
                from,
                reached,
                trusted ? kernelNs : monotonicNs,
                event.kernelTimeNs() != 0 ? event.kernelTimeNs() : event.nowNs());
    }

    @Override
    public void close() {
        socket.close();
    }
}
