package org.waybill.engine.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.transport.paraplut.ChannelTuner;
import org.waybill.engine.wire.DataKeys;
import org.waybill.planner.queueing.Receivers;

/**
 * Opens a session's channels over datagrams, one more as long as goodput grows (Para-PLUT, Lu 2011, section 4.3.3),
 * and, beyond the paper, gives channels up again when the receiver's load has changed and they do not pay any more. The
 * channels take blocks from one queue as fast as they can carry them, so that each gets its share by its rate. TSP
 * needs one channel only.
 */
final class ChannelOpener {
    private static final int MOST_CHANNELS = 8;
    private static final long PARTITION_MILLIS = 1_000;
    /** A channel this full leaves nothing for another one. */
    private static final double FULL = 0.85;

    private static final int PACKET_BYTES = 1_500;
    /** Socket, cipher and order cost a receiver some 10 us a datagram on a processor of 2024. */
    private static final double PACKETS_PER_RECEIVER_SECOND = 100_000;

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
        ChannelTuner tuner = new ChannelTuner(channels.size(), memory ? most() : channels.size());
        Thread.sleep(PARTITION_MILLIS);
        int before = 0;
        while (!session.outcome().isEnded()) {
            double goodput = measure();
            int load = Math.min(1, dialer.receiverLimited());
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
                : recommended(options.data().rateBitsPerSecond(), most());
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
    static int recommended(long rateBitsPerSecond, int most) {
        if (rateBitsPerSecond == 0) {
            return 1;
        }
        double arrivals = rateBitsPerSecond / 8.0 / PACKET_BYTES;
        return Receivers.recommend(
                        Receivers.Layout.PARALLEL_CONNECTIONS,
                        arrivals,
                        PACKETS_PER_RECEIVER_SECOND,
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
