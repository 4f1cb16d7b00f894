package org.waybill.client.probe.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to echo requests come from anybody: damaged, cut or invented ones are nothing, and never an exception. */
class EchoSocketFuzzTest {
    private static EchoSocket open(InetAddress target) {
        try {
            return EchoSocket.open(target, new Random(5));
        } catch (IOException e) {
            Assumptions.abort("no ICMP socket here: " + e.getMessage());
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void whateverComesIsAnAnswerOrNothing(String address) throws Exception {
        InetAddress target = InetAddress.ofLiteral(address);
        InetAddress other = InetAddress.ofLiteral(address.contains(":") ? "fd00::9" : "10.9.9.9");
        try (EchoSocket socket = open(target)) {
            for (int seed = 0; seed < 20_000; seed++) {
                Random random = new Random(seed);
                byte[] data = new byte[random.nextInt(80)];
                random.nextBytes(data);
                if (data.length > 0 && random.nextBoolean()) {
                    data[0] = (byte) (random.nextBoolean() ? 0 : 129);
                }
                InetAddress peer = random.nextInt(3) == 0 ? null : random.nextBoolean() ? target : other;
                DatagramEvent.Dropped error =
                        random.nextBoolean() ? null : new DatagramEvent.Dropped(random.nextInt(140), peer);
                DatagramEvent event = new DatagramEvent(data, peer, 0, random.nextLong(), System.nanoTime(), error);
                // no request was sent: nothing can be an answer to one
                assertThat(socket.answer(event)).as("seed " + seed).isNull();
            }
        }
    }
}
