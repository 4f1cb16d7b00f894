package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.Hop;

class TracepathOutputTest {
    @Test
    void readsNamesMtusAsymmetryAndRepeatedNumbers() {
        Trace trace = TracepathOutput.parse("""
             1:  dtn.example.net (192.0.2.10)                           0.076ms pmtu 9000
             1:  no reply
             2:  core-a.example.net (192.0.2.1)                         3.096ms\s
             3:  edge.example.org (198.51.100.23)                      51.289ms asymm  9\s
             4:  mam.example.org (198.51.100.200)                      52.124ms asymm 10\s
             5:  mam.example.org (198.51.100.200)                      51.556ms pmtu 1500
             5:  desk.example.org (203.0.113.165)                      51.517ms reached
                 Resume: pmtu 1500 hops 5 back 55\s
            """);
        assertThat(trace.reached()).isTrue();
        assertThat(trace.pathMtuBytes()).isEqualTo(1500);
        assertThat(trace.hops())
                .containsExactly(
                        Trace.SILENT,
                        new Hop("192.0.2.1", "core-a.example.net", 3.096, null),
                        new Hop("198.51.100.23", "edge.example.org", 51.289, null),
                        new Hop("198.51.100.200", "mam.example.org", 52.124, null),
                        new Hop("203.0.113.165", "desk.example.org", 51.517, null));
    }

    @Test
    void keepsTheQuickerOfTwoAnswersAndTheLocalHostIsNoHop() {
        Trace trace = TracepathOutput.parse("""
             1?: [LOCALHOST]                      pmtu 1500
             1:  10.77.200.1                                           0.751ms\s
             1:  10.77.200.1                                           0.738ms\s
             2:  10.77.4.2                                            54.925ms reached
                 Resume: pmtu 1500 hops 2 back 2\s
            """);
        assertThat(trace.hops())
                .containsExactly(new Hop("10.77.200.1", null, 0.738, null), new Hop("10.77.4.2", null, 54.925, null));
    }

    @Test
    void silenceAtTheEndIsNotARoute() {
        Trace trace = TracepathOutput.parse("""
             1?: [LOCALHOST]                        pmtu 1280
             1:  2001:db8::1                                           0.412ms\s
             2:  no reply
             3:  2001:db8:2::9                                        12.801ms !A
             4:  no reply
                 Too many hops: pmtu 1280
            """);
        assertThat(trace.reached()).isFalse();
        assertThat(trace.pathMtuBytes())
                .as("no packet of that size is known to have arrived")
                .isNull();
        assertThat(trace.mtuAtMostBytes()).isEqualTo(1280);
        assertThat(trace.hops())
                .extracting(Hop::address)
                .containsExactly("2001:db8:0:0:0:0:0:1", null, "2001:db8:2:0:0:0:0:9");
    }

    /** Seen: a path MTU of 1500 bytes for an MTU black hole. */
    @Test
    void anotherToolThatReachesTheTargetWithSmallPacketsMakesNoBoundAPathMtu() {
        Trace bound = new Trace(List.of(new Hop("192.0.2.1", null, 1.0, null)), false, 1500);
        Trace reached = new Trace(
                List.of(new Hop("192.0.2.1", null, 1.0, null), new Hop("192.0.2.2", null, 2.0, null)), true, null);
        for (Trace both : List.of(bound.completedBy(reached), reached.completedBy(bound))) {
            assertThat(both.reached()).isTrue();
            assertThat(both.pathMtuBytes()).isNull();
            assertThat(both.mtuAtMostBytes()).isEqualTo(1500);
        }
        assertThat(bound.completedBy(new Trace(reached.hops(), true, 1400)).pathMtuBytes())
                .isEqualTo(1400);
    }

    @Test
    void outputCutInTheMiddleOfALineKeepsWhatIsWhole() {
        Trace trace = TracepathOutput.parse(" 1:  192.0.2.1   0.4ms \n 2:  192.0.2.2   1.");
        assertThat(trace.hops()).hasSize(1);
        assertThat(TracepathOutput.parse("").hops()).isEmpty();
        assertThat(TracepathOutput.parse("tracepath: socket: Operation not permitted\n")
                        .hops())
                .isEmpty();
    }
}
