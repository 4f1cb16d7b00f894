package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message.Burst;

/**
 * Receives and sends trains of datagrams for a paired peer that measures the path to this node. The engine only carries the
 * questions and answers; who implements it is found with {@link ServiceLoader}.
 */
public interface PacketTrainHandler {
    /**
     * Listens for the trains of one session at any free port.
     *
     * @param peer the only host that trains are sent to
     * @param session random, agreed over the control connection; datagrams without it are dropped unread
     */
    Reception open(InetAddress local, InetAddress peer, long session) throws IOException;

    /** The one of this process, if there is any. */
    static Optional<PacketTrainHandler> installed() {
        return ServiceLoader.load(PacketTrainHandler.class).findFirst();
    }

    /** One session. */
    interface Reception extends AutoCloseable {
        /** The UDP port. */
        int port();

        /** When each packet of the train arrived, in nanoseconds of any clock; {@link Long#MIN_VALUE} if it did not. */
        long[] receive(int train, int packets, Duration limit) throws InterruptedException;

        /**
         * Sends a train to the port that the peer's last one came from.
         *
         * @return when each packet left, in nanoseconds of any clock
         * @throws TransferException if none came from the peer's host, or the network takes none
         */
        long[] send(int train, int packetBytes, List<Burst> bursts) throws TransferException, InterruptedException;

        @Override
        void close();
    }
}
