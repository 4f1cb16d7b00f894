package org.waybill.engine.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.transport.paraplut.ChannelTuner;
import org.waybill.engine.wire.DataKeys;
import org.waybill.planner.queueing.Receivers;

/**
 * Opens a session's channels over datagrams, one more as long as goodput grows (Para-PLUT, Lu 2011, section 4.3.3),
 * and, beyond the paper, gives channels up again when the receiver's load has changed and they do not pay any more. The
 * channels take blocks from one queue as fast as they can carry them, so that each gets its share by its rate. A
 * transport that holds a rate has one channel.
 */
final class ChannelOpener {
    private static final int MOST_CHANNELS = 8;
    private static final long PARTITION_MILLIS = 1_000;
    /** A channel this full leaves nothing for another one. */
    private static final double FULL = 0.85;

    private static final int BUFFER_PACKETS = 3_600;
    private static final double MOST_LOSS = 1e-4;

    private final TransferSide session;
    private final DatagramDialer dialer;
    private final DataKeys keys;
    private final byte[] id;
    private final TransferClient.Options options;
    private final List<Integer> channels = new ArrayList<>();
    private int opened;

    ChannelOpener(
            TransferSide session, DatagramDialer dialer, DataKeys keys, byte[] id, TransferClient.Options options) {
        this.session = session;
        this.dialer = dialer;
        this.keys = keys;
        this.id = id.clone();
        this.options = options;
    }

    void run() throws IOException, InterruptedException, TransferException {
        boolean memory = open(first(options));
        if (fixed(options) > 0) {
            return;
        }
        ReceiverRate receiver = receiver(options);
        ChannelTuner tuner = new ChannelTuner(channels.size(), memory ? most() : channels.size());
        Thread.sleep(PARTITION_MILLIS);
        int before = 0;
        while (!session.outcome().isEnded()) {
            double goodput = measure();
            int load = Math.min(1, dialer.receiverLimited());
            receiver.saw(goodput, channels.size(), load > 0);
            boolean full = options.data().rateBitsPerSecond() > 0
                    && goodput > FULL * options.data().rateBitsPerSecond();
            if (!full || load != before) {
                before = load;
                if (!change(tuner.channels(), tuner.onPartition(goodput, load))) {
                    tuner.onRefused(channels.size(), load);
                }
            }
        }
    }

    /**
     * Opens a channel or has the last one end.
     *
     * @return false if that cannot be: there is no memory for another one, or the peer cannot be reached any more
     */
    boolean change(int from, int to) throws IOException, InterruptedException {
        if (to > from) {
            if (!open(to - from)) {
                return false;
            }
            Thread.sleep(PARTITION_MILLIS);
        } else if (to < from) {
            if (!session.retire(channels.getLast())) {
                return false;
            }
            channels.removeLast();
            Thread.sleep(PARTITION_MILLIS);
        }
        return true;
    }

    /** How many channels are opened at the start. */
    static int first(TransferClient.Options options) {
        int fixed = fixed(options);
        return fixed > 0
                ? Math.min(fixed, MOST_CHANNELS)
                : recommended(options.data().rateBitsPerSecond(), receiver(options), most());
    }

    private static ReceiverRate receiver(TransferClient.Options options) {
        TransferClient.Datagrams how = options.datagrams();
        return how == null ? ReceiverRate.unknown() : how.receiver();
    }

    /** Why that number, by the model; empty if it does not follow from it. */
    static Optional<String> reason(TransferClient.Options options) {
        long rate = options.data().rateBitsPerSecond();
        if (fixed(options) > 0 || rate == 0) {
            return Optional.empty();
        }
        int channels = first(options);
        Receivers.Advice expected = model(rate, receiver(options), channels);
        return Optional.of(String.format(
                Locale.ROOT,
                "%d %s: %,.0f packets/s at this rate; the receiver takes %s; expected loss in its buffers: %.2g of the"
                        + " packets (M/M/m/B model)",
                channels,
                channels == 1 ? "channel" : "channels",
                rate / 8.0 / ReceiverRate.PACKET_BYTES,
                receiver(options).told(),
                expected.lossProbability()));
    }

    private static Receivers.Advice model(long rateBitsPerSecond, ReceiverRate receiver, int channels) {
        return Receivers.performance(
                Receivers.Layout.PARALLEL_CONNECTIONS,
                rateBitsPerSecond / 8.0 / ReceiverRate.PACKET_BYTES,
                receiver.packetsPerSecond(),
                channels,
                BUFFER_PACKETS);
    }

    private static int most() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_CHANNELS);
    }

    /** A number that is not ours to change; 0 if there is none. */
    private static int fixed(TransferClient.Options options) {
        TransferClient.Datagrams how = options.datagrams();
        return how != null && how.transport().holdsRate() ? 1 : options.data().streams();
    }

    /** The queueing model's number: a channel a receiver, each with a buffer of its own (Lu 2011, section 4.3.1.2). */
    static int recommended(long rateBitsPerSecond, ReceiverRate receiver, int most) {
        if (rateBitsPerSecond == 0) {
            return 1;
        }
        double arrivals = rateBitsPerSecond / 8.0 / ReceiverRate.PACKET_BYTES;
        return Receivers.recommend(
                        Receivers.Layout.PARALLEL_CONNECTIONS,
                        arrivals,
                        receiver.packetsPerSecond(),
                        BUFFER_PACKETS,
                        MOST_LOSS,
                        most)
                .receivers();
    }

    private double measure() throws InterruptedException {
        long before = session.deliveredBytes();
        long startedNs = System.nanoTime();
        Thread.sleep(PARTITION_MILLIS);
        return (session.deliveredBytes() - before) * 8e9 / (System.nanoTime() - startedNs);
    }

    /** Opens channels, limited by the memory at both hosts: at least one, or the transfer cannot be. */
    private boolean open(int count) throws IOException {
        boolean all = true;
        for (int i = 1; i <= count; i++) {
            int connection = opened++;
            try {
                session.attach(connection, dialer.dial(keys.preamble(id, connection)));
                channels.add(connection);
            } catch (StreamMemoryException e) {
                if (channels.isEmpty() && i == count) {
                    throw e;
                }
                all = false;
            }
        }
        return all;
    }
}
