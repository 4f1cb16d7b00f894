package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.client.probe.Hop;

class TracerouteOutputTest {
    @Test
    void readsNamesSilenceAndTheSmallestTime() {
        Trace trace = TracerouteOutput.parse("""
            traceroute to 203.0.113.27 (203.0.113.27), 30 hops max, 40 byte packets
             1  192.0.2.131 (192.0.2.131)  0.944 ms  0.706 ms  0.670 ms
             2  * * *
             3  core-a.example.net (192.0.2.5)  4.186 ms * 4.200 ms
             4  203.0.113.27 (203.0.113.27)  75.527 ms  75.665 ms  75.449 ms
            """, "203.0.113.27");
        assertThat(trace.reached()).isTrue();
        assertThat(trace.hops())
                .containsExactly(
                        new Hop("192.0.2.131", null, 0.670, null),
                        Trace.SILENT,
                        new Hop("192.0.2.5", "core-a.example.net", 4.186, null),
                        new Hop("203.0.113.27", null, 75.449, null));
    }

    @Test
    void ofSeveralRoutersAtOneDistanceTheOneThatAnswersMostStandsForIt() {
        Trace trace = TracerouteOutput.parse("""
             1  a.example.net (192.0.2.1)  1.0 ms b.example.net (192.0.2.2)  0.5 ms  0.6 ms
             2  192.0.2.9  9.0 ms !N 192.0.2.8 9.5 ms !X *
            """, "203.0.113.27");
        assertThat(trace.reached()).isFalse();
        assertThat(trace.hops())
                .containsExactly(
                        new Hop("192.0.2.2", "b.example.net", 0.5, null), new Hop("192.0.2.9", null, 9.0, null));
    }

    @Test
    void readsNumericIpv6AndTheMtuOption() {
        Trace trace = TracerouteOutput.parse("""
            traceroute to 2001:db8:9::1 (2001:db8:9::1), 30 hops max, 65000 byte packets
             1  2001:db8::1  0.064 ms F=1500  0.007 ms  0.007 ms
             2  fe80::1%eth0  0.3 ms !F-1280
             3  2001:db8:9::1  1.1 ms
            """, "2001:db8:9:0:0:0:0:1");
        assertThat(trace.reached()).isTrue();
        assertThat(trace.pathMtuBytes()).isEqualTo(1280);
        assertThat(trace.hops()).extracting(Hop::rttMillis).containsExactly(0.007, 0.3, 1.1);
    }

    @Test
    void anErrorMessageIsNoRoute() {
        assertThat(TracerouteOutput.parse(
                                "You do not have enough privileges to use this traceroute method.\n"
                                        + "socket: Operation not permitted\n",
                                "192.0.2.1")
                        .hops())
                .isEmpty();
    }
}
