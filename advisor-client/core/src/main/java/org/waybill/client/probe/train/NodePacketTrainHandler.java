package org.waybill.client.probe.train;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.waybill.engine.node.PacketTrainHandler;

/** Receives trains for a node in this process; each session waits on a thread of its own. */
public final class NodePacketTrainHandler implements PacketTrainHandler {
    @Override
    public Reception open(InetAddress local, long session) throws IOException {
        TrainReceiver receiver = new TrainReceiver(new InetSocketAddress(local, 0), session);
        ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("train receiver").factory());
        return new Reception() {
            @Override
            public int port() {
                return receiver.port();
            }

            @Override
            public long[] receive(int train, int packets, Duration limit) throws InterruptedException {
                long deadlineNs = System.nanoTime() + limit.toNanos();
                try {
                    return thread.submit(() -> receiver.receive(train, packets, deadlineNs))
                            .get();
                } catch (ExecutionException e) {
                    throw new IllegalStateException("cannot receive packet trains", e.getCause());
                }
            }

            @Override
            public void close() {
                thread.shutdownNow();
                receiver.close();
            }
        };
    }
}
