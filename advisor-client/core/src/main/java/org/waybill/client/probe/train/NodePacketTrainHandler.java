package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.PacketTrainHandler;
import org.waybill.engine.wire.Message.Burst;

/** Receives and sends trains for a node in this process; each session waits on a thread of its own. */
public final class NodePacketTrainHandler implements PacketTrainHandler {
    @Override
    public Reception open(InetAddress local, InetAddress peer, long session) throws IOException {
        return new SessionTrains(new TrainSocket(new InetSocketAddress(local, 0), session), peer);
    }

    private static final class SessionTrains implements Reception {
        private final TrainSocket socket;
        private final InetAddress peer;
        private final ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("trains").factory());

        SessionTrains(TrainSocket socket, InetAddress peer) {
            this.socket = socket;
            this.peer = peer;
        }

        @Override
        public int port() {
            return socket.port();
        }

        @Override
        public long[] receive(int train, int packets, Duration limit) throws InterruptedException {
            long deadlineNs = System.nanoTime() + limit.toNanos();
            try {
                return waiting(() -> socket.receive(train, packets, deadlineNs));
            } catch (ExecutionException e) {
                throw new IllegalStateException("cannot receive packet trains", e.getCause());
            }
        }

        @Override
        public long[] send(int train, int packetBytes, List<Burst> bursts)
                throws TransferException, InterruptedException {
            InetSocketAddress to = socket.heard();
            // nothing is sent to a host that a peer only names: datagrams' senders can be forged
            if (to == null || !to.getAddress().equals(peer)) {
                throw new TransferException(
                        Reason.UNREACHABLE, "no packet train came from " + peer.getHostAddress() + " before");
            }
            List<TrainPlan> plans = bursts.stream()
                    .map(burst -> new TrainPlan(burst.packets(), packetBytes, burst.spacingNs(), burst.pauseNs()))
                    .toList();
            try {
                return waiting(() -> socket.send(plans, train, to));
            } catch (ExecutionException e) {
                throw new TransferException(Reason.UNREACHABLE, "cannot send packet trains: " + e.getCause(), e);
            }
        }

        private long[] waiting(Callable<long[]> work) throws ExecutionException, InterruptedException {
            return thread.submit(work).get();
        }

        @Override
        public void close() {
            thread.execute(socket::close); // after what is under way, which uses its memory
            thread.shutdown();
        }
    }
}
