package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PathMtuSearchTest {
    private static final int LARGEST = 1_472;

    private final PathMtuSearch search = new PathMtuSearch(LARGEST, 0);
    private long packet;

    /** Probes as long as there is something to find out, on a path that carries packets of this size. */
    private void searchOn(long nowNs, int pathBytes) {
        for (int bytes = search.probeBytes(nowNs); bytes > 0; bytes = search.probeBytes(nowNs)) {
            search.onProbeSent(++packet);
            if (bytes <= pathBytes) {
                search.onArrived(nowNs, packet, bytes);
            } else {
                search.onLost(nowNs, packet, bytes);
            }
        }
    }

    private void lose(int datagrams, int bytes) {
        for (int i = 0; i < datagrams; i++) {
            search.onLost(0, ++packet, bytes);
        }
    }

    @BeforeEach
    void findTheWholePath() {
        searchOn(0, LARGEST);
        assertThat(search.datagramBytes()).isEqualTo(LARGEST);
    }

    @Test
    void goesBackWhenOnlyLargeDatagramsVanishAndFindsWhatTheNewPathCarries() {
        lose(12, LARGEST);
        assertThat(search.datagramBytes()).isEqualTo(PathMtuSearch.BASE_BYTES);
        searchOn(0, 1_300);
        assertThat(search.datagramBytes()).isBetween(1_284, 1_300);
    }

    @Test
    void doesNotTakeOrdinaryLossForAHole() {
        for (int i = 0; i < 10; i++) {
            lose(11, LARGEST);
            search.onArrived(0, ++packet, LARGEST);
        }
        lose(100, PathMtuSearch.BASE_BYTES);
        assertThat(search.datagramBytes()).isEqualTo(LARGEST);
    }

    /** RFC 8899, section 5.1.2: below the base as well, down to what every host takes. */
    @Test
    void goesBelowTheBaseWhereNothingElseArrives() {
        lose(12, LARGEST);
        lose(100, LARGEST);
        assertThat(search.datagramBytes())
                .as("those under way say nothing of a smaller size")
                .isEqualTo(PathMtuSearch.BASE_BYTES);
        lose(100, PathMtuSearch.BASE_BYTES);
        assertThat(search.datagramBytes())
                .as("a burst of losses takes small ones along too")
                .isEqualTo(PathMtuSearch.BASE_BYTES);
        search.onArrived(0, ++packet, 44);
        search.onArrived(0, ++packet, 44);
        lose(12, PathMtuSearch.BASE_BYTES);
        assertThat(search.datagramBytes()).isEqualTo(PathMtuSearch.MIN_BYTES);
        searchOn(0, 972);
        assertThat(search.datagramBytes()).isBetween(956, 972);
    }

    @Test
    void triesAgainAfterTenMinutes() {
        lose(12, LARGEST);
        searchOn(0, 1_300);
        assertThat(search.probeBytes(PathMtuSearch.RAISE_NS - 1)).isZero();
        searchOn(PathMtuSearch.RAISE_NS, LARGEST);
        assertThat(search.datagramBytes()).isEqualTo(LARGEST);
    }
}
