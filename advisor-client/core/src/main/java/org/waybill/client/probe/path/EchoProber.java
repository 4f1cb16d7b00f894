package org.waybill.client.probe.path;

import java.io.IOException;
import java.net.InetAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.socket.EchoSocket;

/** ICMP echo, for paths where UDP to closed ports is filtered. */
final class EchoProber implements TtlProber {
    private static final int MESSAGE_BYTES = 40;

    private final EchoSocket socket;
    private final int[] timeToLive = new int[1 << 16];

    EchoProber(InetAddress target, RandomGenerator random) throws IOException {
        socket = EchoSocket.open(target, random);
    }

    @Override
    public void send(int hops) throws IOException {
        socket.timeToLive(hops);
        int sequence = socket.send(MESSAGE_BYTES);
        if (sequence >= 0) {
            timeToLive[sequence] = hops;
        }
    }

    @Override
    public @Nullable Answer receive(long deadlineNs) throws InterruptedException {
        EchoSocket.Answer answer = socket.receive(deadlineNs);
        return answer == null
                ? null
                : new Answer(timeToLive[answer.sequence()], answer.from(), answer.reached(), answer.rttNs());
    }

    @Override
    public void close() {
        socket.close();
    }
}
