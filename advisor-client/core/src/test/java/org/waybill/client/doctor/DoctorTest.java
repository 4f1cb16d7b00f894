package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;

/** What is judged, from facts that are given. */
class DoctorTest {
    private static final long BIG = 256L << 20;
    private static final PathMeasurements LONG_PATH = new PathMeasurements(100, 1e9, 1500, null, true, null, null);

    private static RemoteHostUnderTest healthy(String host) {
        return healthy(host, 1500);
    }

    private static RemoteHostUnderTest healthy(String host, int mtuBytes) {
        return under(
                host,
                BIG,
                BIG,
                BIG,
                BIG,
                "cubic",
                List.of("reno", "cubic", "bbr"),
                mtuBytes,
                8,
                1,
                3e9,
                2e9,
                3e9,
                null);
    }

    private static RemoteHostUnderTest under(
            String host,
            Long receiveBuffer,
            Long sendBuffer,
            Long socketReceive,
            Long socketSend,
            String control,
            List<String> controls,
            int mtu,
            int cpus,
            int runnable,
            double diskRead,
            double diskWrite,
            double cipher,
            CpuQuota quota) {
        TcpSettings tcp =
                new TcpSettings(receiveBuffer, sendBuffer, socketReceive, socketSend, control, controls, mtu, null);
        HostFacts facts = new HostFacts(
                host,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                HostFacts.LOCAL,
                null,
                cpus,
                tcp,
                runnable,
                null,
                null,
                null,
                null,
                null);
        return new RemoteHostUnderTest(facts, diskWrite, cipher, diskRead, quota);
    }

    private static TestTransfer steady(double bitsPerSecond) {
        return new TestTransfer(bitsPerSecond, bitsPerSecond, null, null, null, null, 0, 0, 0, null, false);
    }

    private static Set<DoctorCode> codes(List<Finding> findings) {
        return findings.stream()
                .map(Finding::code)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(DoctorCode.class)));
    }

    private static List<Finding> judged(
            RemoteHostUnderTest sender, RemoteHostUnderTest receiver, PathMeasurements path) {
        return new DirectionRules(sender, receiver, path, null).findings();
    }

    @Test
    void healthyHostsHaveNoFindings() {
        assertThat(judged(healthy("a"), healthy("b"), LONG_PATH)).isEmpty();
        assertThat(Doctor.examine(healthy(""))).isEqualTo(new Doctor.Diagnosis(List.of(), List.of()));
    }

    @Test
    void aSmallReceiveBufferIsFoundWithItsFixAndGain() {
        RemoteHostUnderTest small =
                under("b", 6L << 20, BIG, BIG, BIG, "cubic", List.of("cubic"), 1500, 8, 1, 3e9, 2e9, 3e9, null);
        List<Finding> findings = judged(healthy("a"), small, LONG_PATH);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(DoctorCode.RECEIVE_WINDOW);
            assertThat(finding.host()).isEqualTo("b");
            assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_rmem='4096 131072 33554432'");
            // 3 MiB of window in 100 ms
            assertThat(finding.limitBitsPerSecond()).isCloseTo(251.7e6, within(0.1e6));
            assertThat(finding.gain()).isCloseTo(3.97, within(0.01));
            assertThat(finding.text()).contains("6.00 MiB", "1.00 Gbit/s over 100 ms", "252 Mbit/s");
        });
        assertThat(judged(small, healthy("b"), LONG_PATH))
                .as("it does not send")
                .isEmpty();
    }

    @Test
    void aKernelsUsualBuffersAreNotedForLongFastPathsAndRaiseNoAlarm() {
        RemoteHostUnderTest usual = under(
                "",
                6L << 20,
                4L << 20,
                212_992L,
                212_992L,
                "cubic",
                List.of("cubic"),
                1500,
                8,
                1,
                150e6,
                150e6,
                3e9,
                null);
        Doctor.Diagnosis alone = Doctor.examine(usual);
        assertThat(alone.findings()).isEmpty();
        assertThat(codes(alone.notes()))
                .containsExactlyInAnyOrder(DoctorCode.RECEIVE_WINDOW, DoctorCode.SEND_BUFFER, DoctorCode.SOCKET_LIMIT);
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
    void lossDecidesWhetherCubicIsEnough() {
        PathMeasurements clean = new PathMeasurements(100, 1e9, 1500, 1e-9, true, null, null);
        PathMeasurements lossy = new PathMeasurements(100, 1e9, 1500, 1e-4, true, null, null);
        assertThat(judged(healthy("a"), healthy("b"), clean)).isEmpty();
        Finding finding = judged(healthy("a"), healthy("b"), lossy).getFirst();
        assertThat(finding.code()).isEqualTo(DoctorCode.CONGESTION_CONTROL);
        assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_congestion_control=bbr");
        // RFC 9438, table 2: at 1e-4 and 100 ms CUBIC holds 187 packets of 12000 bits (22.5 Mbit/s)
        assertThat(finding.limitBitsPerSecond()).isBetween(19e6, 23e6);
    }

    @Test
    void largerPacketsAreRecommendedOnlyWhereTheyGain() {
        RemoteHostUnderTest small = healthy("", 1400);
        assertThat(judged(small, healthy("dtn"), LONG_PATH)).isEmpty();
        Finding jumbo = judged(small, healthy("dtn", 9000), LONG_PATH).getFirst();
        assertThat(jumbo.code()).isEqualTo(DoctorCode.PATH_MTU);
        assertThat(jumbo.text()).contains("only if every switch on the path supports packets of 9000 bytes");
        assertThat(jumbo.fix()).contains("getent ahosts dtn").doesNotContain("default");
    }

    @Test
    void aPathThatTakesSmallerPacketsAndSaysSoIsNoFault() {
        assertThat(judged(healthy("a"), healthy("b"), new PathMeasurements(100, 1e9, 1280, null, true, null, null)))
                .isEmpty();
    }

    @Test
    void whatIsUnknownIsNotJudged() {
        RemoteHostUnderTest unknown = RemoteHostUnderTest.unknown("a");
        assertThat(judged(unknown, unknown, LONG_PATH)).isEmpty();
    }

    private static final NameMeasurements NAME =
            new NameMeasurements("b", 0.01, List.of(new NameMeasurements.Address("10.77.2.1", false, 40.0, 0)));
    private static final PathMeasurements PATH = new PathMeasurements(40, 100e6, 1500, 0.0, true, 0.0, null);

    private static TestTransfer flight(double bitsPerSecond, double several, double loss, double loadedRttMillis) {
        return new TestTransfer(bitsPerSecond, 90e6, several, loss, loadedRttMillis, 0.0, 0, 0, 0.1, 0.05, false);
    }

    private static RemoteHostUnderTest host(
            String name, long receive, long send, double disk, double cipher, double cores) {
        return under(
                name,
                receive,
                send,
                BIG,
                BIG,
                "cubic",
                List.of("cubic", "bbr"),
                1500,
                8,
                1,
                disk,
                disk,
                cipher,
                cores == 0 ? null : new CpuQuota(cores, "/sys/fs/cgroup/x/cpu.max", 100, 90));
    }

    private static DoctorFacts from(
            RemoteHostUnderTest here, RemoteHostUnderTest far, PathMeasurements path, TestTransfer up) {
        return new DoctorFacts(here, far, path, up, steady(95e6), NAME);
    }

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
                        new DoctorFacts(
                                here,
                                far,
                                PATH,
                                full,
                                full,
                                new NameMeasurements(
                                        "b",
                                        0.01,
                                        List.of(
                                                new NameMeasurements.Address("fd00::2", true, null, 4.0),
                                                NAME.addresses().getFirst())))));
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
    void whatIsWaitedForBeforeEachConnectionIsGainedInSecondsAndBusyProcessorsGiveTheirShare() {
        TestTransfer full = steady(95e6);
        NameMeasurements name = new NameMeasurements(
                "b",
                4.1,
                List.of(
                        new NameMeasurements.Address("fd00::2", true, null, 4.0),
                        NAME.addresses().getFirst()));
        assertThat(Doctor.examine(new DoctorFacts(healthy(""), healthy("b"), PATH, full, full, name))
                        .findings())
                .extracting(Finding::code, Finding::savedSeconds)
                .containsExactly(tuple(DoctorCode.SLOW_DNS, 4.1), tuple(DoctorCode.DEAD_IPV6, 4.0));
        RemoteHostUnderTest busy =
                under("b", BIG, BIG, BIG, BIG, "cubic", List.of("cubic"), 1500, 2, 6, 3e9, 2e9, 3e9, null);
        assertThat(loads(busy, steady(10e6))).containsExactly(3.0);
        assertThat(loads(busy, steady(50e6))).as("the path gives no more").containsExactly(2.0);
        Finding unknown = judged(healthy("a"), busy, PATH).getFirst();
        assertThat(unknown.gain()).isNull();
        assertThat(unknown.whyNoGain()).contains("no test transfer");
    }

    private static List<Double> loads(RemoteHostUnderTest busy, TestTransfer flight) {
        return new DirectionRules(healthy("a"), busy, PATH, flight)
                .findings().stream()
                        .filter(finding -> finding.code() == DoctorCode.CPU_LOAD)
                        .map(Finding::gain)
                        .toList();
    }

    @Test
    void whatEchoesShowOfTheIdlePathIsHandedToTheRules() {
        PathFacts survey =
                new PathFacts(PathFacts.Kind.INTERNET, List.of(), 40.0, 100e6, "ping", Instant.EPOCH, 60, 3.0);
        PathMeasurements path = PathMeasurements.of(survey, new IdlePathProbe(0.03, 39.5, 2.5, 1472, 1492));
        assertThat(path).isEqualTo(new PathMeasurements(39.5, 100e6, 1472, 0.03, true, 2.5, 1492));
        assertThat(PathMeasurements.of(survey, null))
                .isEqualTo(new PathMeasurements(40, 100e6, null, null, true, null, null));
        assertThat(PathMeasurements.of(PathFacts.unknown(PathFacts.Kind.INTERNET), null))
                .isEqualTo(PathMeasurements.reference());
        PathMeasurements lossy = PathMeasurements.of(survey, new IdlePathProbe(0.03, 39.5, 0, 1500, null));
        assertThat(codes(judged(healthy("a"), healthy("b"), lossy))).containsExactly(DoctorCode.PATH_LOSS);
    }

    /** Losses that every full link has, jitter, other programs, a disk like any other, a capacity off by a quarter. */
    @Test
    void healthyPairsRaiseNoAlarmHoweverTheyAreDrawn() {
        for (int seed = 0; seed < 2000; seed++) {
            Random draw = new Random(seed);
            double rate = Math.exp(draw.nextDouble(Math.log(2e6), Math.log(1e9)));
            double rtt = Math.exp(draw.nextDouble(Math.log(0.2), Math.log(100)));
            long buffer = (long) Math.max(4 << 20, 3 * rate * rtt / 8000);
            PathMeasurements path = new PathMeasurements(
                    rtt,
                    rate * draw.nextDouble(0.75, 1.2),
                    1500,
                    draw.nextInt(4) == 0 ? 1 / 300.0 : 0,
                    true,
                    draw.nextDouble(0, 3),
                    null);
            TestTransfer up = drawn(draw, rate, rtt);
            DoctorFacts facts = new DoctorFacts(
                    drawn(draw, "", rate, buffer),
                    drawn(draw, "b", rate, buffer),
                    path,
                    up,
                    drawn(draw, rate, rtt),
                    NAME);
            assertThat(Doctor.examine(facts).findings())
                    .as("seed " + seed + " " + facts)
                    .isEmpty();
        }
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

    private static TestTransfer drawn(Random draw, double rate, double rtt) {
        double reached = rate * draw.nextDouble(0.91, 0.96);
        return new TestTransfer(
                reached,
                rate,
                null,
                draw.nextDouble(0, 0.02),
                rtt * draw.nextDouble(1, 4),
                draw.nextDouble(0, 0.2),
                0,
                0,
                draw.nextDouble(0, 1),
                draw.nextDouble(0, 0.6),
                false);
    }

    private static RemoteHostUnderTest drawn(Random draw, String name, double rate, long buffer) {
        double disk = Math.max(60e6, rate / 8) * draw.nextDouble(1, 5);
        return under(
                name,
                buffer,
                buffer,
                212_992L,
                212_992L,
                draw.nextBoolean() ? "cubic" : "bbr",
                List.of("cubic"),
                1500,
                2,
                draw.nextInt(8),
                disk,
                disk,
                draw.nextDouble(4e8, 5e9),
                null);
    }
}
