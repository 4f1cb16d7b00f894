package org.waybill.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class AdmissionTest {
    private static final long MS = 1_000_000;
    private static final AdmissionLimits LIMITS = new AdmissionLimits(
            20,
            8,
            12,
            4,
            6,
            new AdmissionLimits.Times(Duration.ofSeconds(2), Duration.ofSeconds(10), 0, Duration.ofSeconds(30)),
            5);

    private final List<String> dropped = new ArrayList<>();
    private long nowNs = Long.MAX_VALUE - 5 * MS;
    private Admission admission = new Admission(LIMITS, nowNs);

    private static byte[] address(int... parts) {
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) parts[i];
        }
        return bytes;
    }

    private Optional<ConnectionSlot> enter(String name, int... parts) {
        nowNs += MS;
        return admission.enter(address(parts), () -> dropped.add(name), nowNs);
    }

    private ConnectionSlot working(String name, int... parts) {
        ConnectionSlot place = enter(name, parts).orElseThrow();
        place.works(nowNs);
        place.trusted();
        return place;
    }

    @Test
    void theOldestSilentOneOfAnAddressMakesRoomForItsNewcomer() {
        for (int i = 0; i < 10; i++) {
            assertThat(enter("c" + i, 10, 0, 0, 1)).isPresent();
        }
        assertThat(dropped).containsExactly("c0", "c1", "c2", "c3", "c4", "c5");
        assertThat(admission.connections()).isEqualTo(4);
    }

    @Test
    void whoHasSpokenOutlastsTheSilent() {
        enter("speaker", 10, 0, 0, 1).orElseThrow().spoke(nowNs);
        for (int i = 0; i < 100; i++) {
            enter("silent", 10, 0, 0, 1);
        }
        assertThat(dropped).hasSize(97).doesNotContain("speaker");
    }

    @Test
    void aNetworkFullOfStrangersHasRoomForAnotherOfItsAddresses() {
        for (int i = 0; i < 8; i++) {
            enter("a" + i, 10, 0, 0, 1 + i % 2).orElseThrow().spoke(nowNs);
        }
        ConnectionSlot lone = enter("lone", 10, 0, 0, 9).orElseThrow();
        for (int i = 0; i < 50; i++) {
            enter("more", 10, 0, 0, 1 + i % 2).orElseThrow().spoke(nowNs);
        }
        assertThat(dropped).as("the one that has least").doesNotContain("lone");
        lone.leave();
    }

    @Test
    void widerPrefixesAreBoundedInBothFamilies() {
        for (int i = 0; i < 100; i++) {
            enter("v4", 10, 0, i, 1);
        }
        assertThat(admission.connections()).isEqualTo(12);
        admission = new Admission(LIMITS, nowNs);
        for (int i = 0; i < 100; i++) {
            enter("v6", 0x20, 1, 0x0d, 0xb8, 0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7, i);
        }
        assertThat(admission.connections()).as("one /64").isEqualTo(4);
        for (int i = 0; i < 100; i++) {
            enter("v6", 0x20, 1, 0x0d, 0xb8, 0, 0, 0, i, 1, 2, 3, 4, 5, 6, 7, 8);
        }
        assertThat(admission.connections()).as("one /56").isEqualTo(6);
    }

    @Test
    void amongAddressesThatHoldOneEachTheOldestGoes() {
        for (int i = 0; i < 500; i++) {
            enter("c" + i, 10 + i % 7, i % 11, i % 13, i % 251);
        }
        assertThat(dropped)
                .hasSize(488)
                .containsExactlyElementsOf(
                        IntStream.range(0, 488).mapToObj(i -> "c" + i).toList());
    }

    @Test
    void whoIsAtWorkIsNeverSentAwayAndItsAddressHasMorePlaces() {
        working("worker", 10, 0, 0, 1);
        for (int i = 0; i < 7; i++) {
            assertThat(enter("stream" + i, 10, 0, 0, 1)).isPresent();
        }
        assertThat(dropped).isEmpty();
        assertThat(admission.connections()).isEqualTo(8);
        enter("ninth", 10, 0, 0, 1);
        assertThat(dropped).containsExactly("stream0");
        // strangers from everywhere do not take the places of an address that is known
        for (int i = 0; i < 1_000; i++) {
            enter("flood", 10, i / 250, 7, i % 250);
        }
        assertThat(dropped.subList(1, dropped.size())).containsOnly("flood");
    }

    @Test
    void fullOfWorkItRefusesTheNewcomer() {
        for (int i = 0; i < 8; i++) {
            working("w", 10, 0, 0, 1);
        }
        assertThat(enter("ninth of an address", 10, 0, 0, 1)).isEmpty();
        for (int i = 0; i < 12; i++) {
            working("w", 11, i, 0, 1);
        }
        assertThat(enter("beyond all", 12, 0, 0, 1)).isEmpty();
        assertThat(dropped).isEmpty();
    }

    @Test
    void newcomersOutlastACrowdOfIdleOnesAndTheIdleACrowdOfSilentOnes() {
        for (int i = 0; i < 8; i++) {
            enter("idle" + i, 10, 0, 0, 1).orElseThrow().idles(nowNs);
        }
        enter("stranger", 10, 0, 0, 1).orElseThrow();
        enter("another", 10, 0, 0, 1).orElseThrow();
        assertThat(dropped).containsExactly("idle0", "idle1");
        for (int i = 0; i < 100; i++) {
            enter("silent", 11, 0, 0, 1);
            enter("silent", 11, 0, 0, 2);
            enter("silent", 11, 1, 0, 1);
        }
        assertThat(dropped.subList(2, dropped.size())).containsOnly("silent");
    }

    @Test
    void whoWasTrustedIsNotSentAwayForACrowdOfIdleOnes() {
        ConnectionSlot regular = working("regular", 10, 0, 0, 1);
        regular.idles(nowNs);
        for (int i = 0; i < 50; i++) {
            enter("idle", 10, 0, 0, 1).orElseThrow().idles(nowNs);
        }
        assertThat(dropped).hasSize(43).doesNotContain("regular");
    }

    @Test
    void theSilentHaveTwoSecondsAndTheSlowTenHoweverTheyDrip() {
        enter("silent", 10, 0, 0, 1);
        ConnectionSlot slow = enter("slow", 10, 0, 0, 1).orElseThrow();
        for (int second = 0; second <= 11; second++) {
            slow.spoke(nowNs);
            admission.tick(nowNs);
            assertThat(dropped.contains("silent")).isEqualTo(second > 1);
            assertThat(dropped.contains("slow")).isEqualTo(second > 10);
            nowNs += 1_000 * MS;
        }
        assertThat(admission.hasStrangers()).isFalse();
    }

    @Test
    void aPersonWhoTypesHasTimeWhileThereAreFew() {
        admission = new Admission(LIMITS.withPatience(1, Duration.ofSeconds(30)), nowNs);
        enter("typist", 10, 0, 0, 1);
        nowNs += 29_000 * MS;
        admission.tick(nowNs);
        assertThat(dropped).isEmpty();
        enter("second", 10, 0, 0, 1);
        admission.tick(nowNs);
        assertThat(dropped).containsExactly("typist");
    }

    @Test
    void keyExchangesAreRationedTheNewestFirstAndThoseThatPassAreFree() {
        List<String> begun = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ConnectionSlot place = enter("good", 10, 0, 0, 1).orElseThrow();
            place.awaitTurn(() -> begun.add("good"), nowNs);
            place.works(nowNs);
            place.leave();
        }
        assertThat(begun).hasSize(50);
        begun.clear();
        List<ConnectionSlot> bad = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ConnectionSlot place = enter("bad" + i, 11, 0, i, 1).orElseThrow();
            String name = "bad" + i;
            place.awaitTurn(() -> begun.add(name), nowNs);
            bad.add(place);
        }
        assertThat(begun).containsExactly("bad0", "bad1", "bad2", "bad3", "bad4");
        nowNs += 210 * MS;
        admission.tick(nowNs);
        assertThat(begun).hasSize(6).last().isEqualTo("bad11");
    }

    @Test
    void countsAreRightWhateverHappens() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<ConnectionSlot> places = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            nowNs += random.nextLong(500 * MS);
            enter("any", 10, random.nextInt(2), random.nextInt(3), random.nextInt(3))
                    .ifPresent(places::add);
            ConnectionSlot place = places.get(random.nextInt(places.size()));
            switch (random.nextInt(8)) {
                case 0 -> place.spoke(nowNs);
                case 1 -> place.works(nowNs);
                case 2 -> place.idles(nowNs);
                case 3 -> place.owes(nowNs);
                case 4 -> place.awaitTurn(() -> {}, nowNs);
                case 5 -> admission.tick(nowNs);
                default -> {
                    place.leave();
                    places.remove(place);
                }
            }
            assertThat(admission.connections()).as("seed " + seed).isBetween(0, LIMITS.connections());
            if (places.isEmpty()) {
                places.add(enter("first", 12, 0, 0, 1).orElseThrow());
            }
        }
        places.forEach(ConnectionSlot::leave);
        assertThat(admission.connections()).as("seed " + seed).isZero();
        assertThat(admission.hasStrangers()).as("seed " + seed).isFalse();
    }

    @Test
    void limitsThatAreNoneAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.withStrangers(0, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.withTimes(Duration.ZERO, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LIMITS.withTimes(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }

    @Test
    void anOperatorSetsThemByName() {
        assertThat(LIMITS.with("strangers", "99").with("first-byte", "11"))
                .isEqualTo(LIMITS.withStrangers(99, 4, 6).withTimes(Duration.ofSeconds(11), Duration.ofSeconds(11)));
        assertThat(LIMITS.with("proof", "1").times().firstByte()).isEqualTo(Duration.ofSeconds(1));
        assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.with("strangers", "-1"));
        assertThatIllegalArgumentException().isThrownBy(() -> LIMITS.with("connections", "0"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LIMITS.with("strange", "1"))
                .withMessageContaining("strangers-per-address");
    }
}
