package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are planted in the facts: each is named, and not what only looks like it. */
class DoctorTest extends DoctorCase {
    static Stream<Arguments> faults() {
        RemoteHostUnderTest here = healthy("");
        RemoteHostUnderTest far = healthy("b");
        TestTransfer full = steady(95e6);
        PathMeasurements lossy = new PathMeasurements(40, 100e6, 1500, 0.03, true, 0.0, null);
        PathMeasurements busy = new PathMeasurements(55, 100e6, 1500, 0.0, true, 3.0, null);
        PathMeasurements hole = new PathMeasurements(40, 100e6, 1400, 0.0, true, 0.0, 1420);
        PathMeasurements fast = new PathMeasurements(6, 1e9, 1500, 0.0, true, 0.0, null);
        TestTransfer throttled = new TestTransfer(8e6, 9e6, 9e6, 0.0, 41.0, 0.0, 0, 0.8, 0.1, 0.1, false);
        TestTransfer server = new TestTransfer(400e6, 410e6, 500e6, 0.0, 6.5, 0.0, 0, 0, 0.3, 0.98, false);
        return Stream.of(
                Arguments.of(
                        "receive buffer",
                        DoctorCode.RECEIVE_WINDOW,
                        "b",
                        "tcp_rmem",
                        from(here, host("b", 128 << 10, BIG, 2e9, 3e9, 0), PATH, flight(14e6, 56e6, 0, 40))),
                Arguments.of(
                        "send buffer",
                        DoctorCode.SEND_BUFFER,
                        "",
                        "tcp_wmem",
                        from(host("", BIG, 128 << 10, 2e9, 3e9, 0), far, PATH, flight(22e6, 80e6, 0, 40))),
                Arguments.of(
                        "loss 3 %",
                        DoctorCode.PATH_LOSS, "", "bbr", from(here, far, lossy, flight(2e6, 8e6, 0.03, 41))),
                Arguments.of(
                        "loss 0.1 %",
                        DoctorCode.CONGESTION_CONTROL, "", "bbr", from(here, far, PATH, flight(14e6, 52e6, 1e-3, 41))),
                Arguments.of(
                        "black hole", DoctorCode.MTU_BLACK_HOLE, "", "tcp_mtu_probing", from(here, far, hole, full)),
                Arguments.of(
                        "far disk",
                        DoctorCode.DISK_WRITE,
                        "b",
                        "df -hT",
                        from(here, host("b", BIG, BIG, 1.5e6, 3e9, 0), PATH, full)),
                Arguments.of(
                        "disk here",
                        DoctorCode.DISK_READ,
                        "",
                        "df -hT",
                        from(host("", BIG, BIG, 1.5e6, 3e9, 0), far, PATH, full)),
                Arguments.of(
                        "0.1 core",
                        DoctorCode.CPU_QUOTA,
                        "b",
                        "cpu.max",
                        from(here, host("b", BIG, BIG, 2e9, 3e9, 0.1), PATH, throttled)),
                Arguments.of(
                        "quota here",
                        DoctorCode.CPU_QUOTA,
                        "",
                        "cpu.max",
                        from(host("", BIG, BIG, 2e9, 60e6, 0.25), far, PATH, full)),
                Arguments.of("cipher", DoctorCode.CIPHER, "b", "sshd_config.d", from(here, far, fast, server)),
                Arguments.of(
                        "policer",
                        DoctorCode.POLICER,
                        "",
                        "--rate 21mbit",
                        from(here, far, PATH, flight(19e6, 22e6, 0.02, 41))),
                Arguments.of(
                        "cross traffic",
                        DoctorCode.CROSS_TRAFFIC,
                        "",
                        "--streams",
                        from(here, far, busy, flight(10e6, 27e6, 0.009, 60))),
                Arguments.of(
                        "DNS",
                        DoctorCode.SLOW_DNS,
                        "",
                        "/etc/hosts",
                        new DoctorFacts(here, far, PATH, full, full, new NameMeasurements("b", 4.1, NAME.addresses()))),
                Arguments.of(
                        "IPv6",
                        DoctorCode.DEAD_IPV6,
                        "",
                        "/etc/gai.conf",
                        new DoctorFacts(here, far, PATH, full, full, beside("fd00::2", true))),
                Arguments.of(
                        "1 Mbit/s back",
                        DoctorCode.NARROW_DIRECTION,
                        "b",
                        "950kbit ack-filter",
                        new DoctorFacts(
                                here,
                                far,
                                new PathMeasurements(64, 1.4e6, 1500, 0.0, true, 0.0, null),
                                steady(42e6),
                                steady(1e6),
                                NAME)),
                Arguments.of(
                        "IPv4 address",
                        DoctorCode.DEAD_ADDRESS,
                        "",
                        "/etc/hosts",
                        new DoctorFacts(here, far, PATH, full, full, beside("10.77.9.9", false))));
    }

    /** A name with an address that does not answer, before the one that does. */
    private static NameMeasurements beside(String dead, boolean ipv6) {
        return new NameMeasurements(
                "b",
                0.01,
                List.of(
                        new NameMeasurements.Address(dead, ipv6, null, 4.0),
                        NAME.addresses().getFirst()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aPlantedFaultIsNamedFirstWithItsHostAndFix(
            String fault, DoctorCode code, String host, String fix, DoctorFacts facts) {
        List<Finding> findings = Doctor.examine(facts).findings();
        assertThat(findings).as(fault).isNotEmpty();
        assertThat(findings.getFirst().code()).isEqualTo(code);
        assertThat(findings.getFirst().host()).as("empty for this machine").isEqualTo(host);
        assertThat(findings.getFirst().fix() + findings.getFirst().text()).contains(fix);
        assertThat(findings).allSatisfy(DoctorTest::saysFixGainAndCheck);
    }

    private static void saysFixGainAndCheck(Finding finding) {
        assertThat(finding.fix()).isNotBlank();
        assertThat(finding.check()).isNotBlank();
        assertThat(Stream.of(
                                Optional.ofNullable(finding.gain()),
                                Optional.ofNullable(finding.savedSeconds()),
                                Optional.ofNullable(finding.whyNoGain()))
                        .filter(Optional::isPresent))
                .as("one of gain, seconds and why neither can be said: " + finding)
                .hasSize(1);
        assertThat(finding.gain() == null || finding.gain() >= 1).isTrue();
    }

    @Test
    void fivePlantedFaultsAreFoundAtOnce() {
        RemoteHostUnderTest sender = under(
                "a", BIG, 256L << 10, BIG, 212_992L, "reno", List.of("reno", "cubic"), 1500, 8, 1, 3e9, 2e9, 3e9, null);
        RemoteHostUnderTest receiver =
                under("b", BIG, BIG, BIG, BIG, "cubic", List.of("cubic"), 9000, 2, 7, 3e9, 20e6, 3e9, null);
        Doctor.Diagnosis diagnosis = Doctor.examine(new DoctorFacts(sender, receiver, LONG_PATH, null, null, NAME));
        assertThat(codes(diagnosis.findings()))
                .containsExactlyInAnyOrder(
                        DoctorCode.SEND_BUFFER,
                        DoctorCode.CONGESTION_CONTROL,
                        DoctorCode.PATH_MTU,
                        DoctorCode.DISK_WRITE,
                        DoctorCode.CPU_LOAD);
        assertThat(codes(diagnosis.notes())).containsExactly(DoctorCode.SOCKET_LIMIT);
        assertThat(diagnosis.findings().getFirst().code()).as("the worst first").isEqualTo(DoctorCode.SEND_BUFFER);
        assertThat(diagnosis.findings())
                .allSatisfy(DoctorTest::saysFixGainAndCheck)
                .allMatch(finding -> !finding.text().contains("\n"));
    }

    @Test
    void aSlowCipherThatKeepsTheSenderWaitingIsNamedThoughThePathIsNoFaster() {
        PathMeasurements busy = new PathMeasurements(10, 178e6, 1500, 0.0, true, 0.1, null);
        RemoteHostUnderTest old = host("b", BIG, BIG, 1e9, 81e6, 0);
        TestTransfer waiting = new TestTransfer(213e6, 394e6, null, 6e-5, 11.2, 0.89, 0, 0, 0.15, null, false);
        TestTransfer free = new TestTransfer(213e6, 394e6, null, 6e-5, 11.2, 0.1, 0, 0, 0.15, null, false);
        assertThat(codes(Doctor.examine(from(healthy(""), old, busy, waiting)).findings()))
                .containsExactly(DoctorCode.CIPHER);
        assertThat(Doctor.examine(from(healthy(""), old, busy, free)).findings())
                .isEmpty();
    }

    @Test
    void aQueueThatIsThereAllTheTimeIsToldByItsGrowthUnderATestTransferThatTakesLittle() {
        PathMeasurements standing = new PathMeasurements(108.4, 79.5e6, 1500, 0.0, true, 0.0, null);
        assertThat(codes(Doctor.examine(from(healthy(""), healthy("b"), standing, flight(7.1e6, 24.1e6, 9e-4, 138.3)))
                        .findings()))
                .containsExactly(DoctorCode.CROSS_TRAFFIC);
    }

    @Test
    void aTransferThatABusyMachineSlowsDownIsNoPolicersAndOnlyTheWayThatLosesIsDamaged() {
        PathMeasurements idle = new PathMeasurements(66, 114e6, 1500, 0.0, true, 0.0, null);
        assertThat(Doctor.examine(from(healthy(""), healthy("b"), idle, flight(81.4e6, 52.4e6, 0.0065, 70.7)))
                        .findings())
                .isEmpty();
        PathMeasurements lossy = new PathMeasurements(28, 85e6, 1500, 0.033, true, 0.0, null);
        assertThat(Doctor.examine(new DoctorFacts(
                                healthy(""),
                                healthy("b"),
                                lossy,
                                flight(2.4e6, 8.8e6, 0.018, 32.6),
                                flight(44.8e6, 80.9e6, 0.0051, 38),
                                NAME))
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.code()).isEqualTo(DoctorCode.PATH_LOSS))
                .satisfies(finding -> assertThat(finding.host()).isEmpty());
    }

    @Test
    void whatABufferHoldsBackSaysNothingOfAQueueOnTheWay() {
        // a busy machine answers echoes as unevenly as a queue of others does
        PathMeasurements uneven = new PathMeasurements(40, 100e6, 1500, 0.0, true, 4.0, null);
        RemoteHostUnderTest small = host("b", 128 << 10, BIG, 2e9, 3e9, 0);
        assertThat(codes(Doctor.examine(from(healthy(""), small, uneven, flight(14e6, 56e6, 0, 44)))
                        .findings()))
                .containsExactly(DoctorCode.RECEIVE_WINDOW);
    }
}
