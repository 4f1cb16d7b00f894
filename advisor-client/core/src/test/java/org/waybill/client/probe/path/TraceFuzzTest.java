package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.probe.Hop;

/** For any output of a tool the parsers answer, and what they answer makes sense. */
class TraceFuzzTest {
    private static final String[] WORDS = {
        " 1:",
        " 2",
        "1?:",
        "255:",
        "256",
        "99999999999",
        "no reply",
        "*",
        "ms",
        "0.1ms",
        "1e9 ms",
        "9999999999999999999.9 ms",
        "-1 ms",
        "reached",
        "asymm  9",
        "pmtu 1500",
        "pmtu 9999999",
        "[LOCALHOST]",
        "192.0.2.1",
        "(192.0.2.1)",
        "(2001:db8::1)",
        "fe80::1%eth0",
        "()",
        "(",
        "999.1.1.1",
        "!H",
        "F=1500",
        "!F-",
        "Resume:",
        "\n",
        "\n",
        "\r\n",
        "\u0000",
        "\u00a0",
        "\ud800",
        "host.example.net"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomWords(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 1500; round++) {
            StringBuilder output = new StringBuilder();
            for (int words = random.nextInt(60); words > 0; words--) {
                output.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextBoolean() ? " " : "");
            }
            check(output.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void damagedRealOutput(long seed) {
        Random random = new Random(seed);
        String real = " 1?: [LOCALHOST]   pmtu 1500\n 1:  gw.example.net (192.0.2.1)   0.751ms asymm  2 \n"
                + " 2:  no reply\n 3:  192.0.2.9   54.925ms reached\n     Resume: pmtu 1500 hops 3 back 3\n"
                + " 1  192.0.2.131 (192.0.2.131)  0.944 ms  0.706 ms  0.670 ms\n 2  * * *\n";
        for (int round = 0; round < 1500; round++) {
            StringBuilder damaged = new StringBuilder(real);
            for (int hits = 1 + random.nextInt(6); hits > 0; hits--) {
                int at = random.nextInt(damaged.length());
                if (random.nextBoolean()) {
                    damaged.setCharAt(at, (char) random.nextInt(0x250));
                } else {
                    damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(9)));
                }
            }
            check(damaged.toString());
        }
    }

    private static void check(String output) {
        for (Trace trace : new Trace[] {TracepathOutput.parse(output), TracerouteOutput.parse(output, "192.0.2.1")}) {
            assertThat(trace.hops().size()).isLessThanOrEqualTo(255);
            for (Hop hop : trace.hops()) {
                assertThat(hop.address() == null).isEqualTo(hop.rttMillis() == null);
            }
            if (trace.reached()) {
                assertThat(trace.hops().getLast().address()).isNotNull();
            }
        }
    }
}
