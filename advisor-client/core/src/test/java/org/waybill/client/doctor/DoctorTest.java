package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.client.probe.path.LocalCommands;

class DoctorTest {
    private static final long BIG = 256L << 20;
    private static final PathMeasurements LONG_PATH = new PathMeasurements(100, 1e9, 1500, null, true);

    @TempDir
    private Path directory;

    private static HostUnderTest healthy(String host) {
        return new HostUnderTest(host, BIG, BIG, BIG, BIG, "cubic", List.of("reno", "cubic", "bbr"), 1500, 8, 0.5, 2e9,
                3e9);
    }

    private static Set<DoctorCode> codes(List<Finding> findings) {
        return findings.stream().map(Finding::code).collect(Collectors.toCollection(
                () -> EnumSet.noneOf(DoctorCode.class)));
    }

    @Test
    void healthyHostsHaveNoFindings() {
        assertThat(Doctor.examine(healthy("a"), healthy("b"), LONG_PATH)).isEmpty();
        assertThat(Doctor.examine(healthy(""))).isEmpty();
    }

    @Test
    void aSmallReceiveBufferIsFoundWithItsFixAndGain() {
        HostUnderTest small = new HostUnderTest("b", 6L << 20, BIG, BIG, BIG, "cubic", List.of("cubic"), 1500, 8, 0.5,
                2e9, 3e9);
        List<Finding> findings = Doctor.examine(healthy("a"), small, LONG_PATH);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(DoctorCode.RECEIVE_WINDOW);
            assertThat(finding.host()).isEqualTo("b");
            assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_rmem='4096 131072 33554432'");
            // 3 MiB of window in 100 ms
            assertThat(finding.limitBitsPerSecond()).isCloseTo(251.7e6, within(0.1e6));
            assertThat(finding.gain()).isCloseTo(3.97, within(0.01));
            assertThat(finding.text()).contains("6.00 MiB", "1.00 Gbit/s over 100 ms", "252 Mbit/s");
        });
        assertThat(Doctor.examine(small, healthy("b"), LONG_PATH)).as("it does not send").isEmpty();
    }

    @Test
    void sixPlantedFaultsAreFoundAtOnce() {
        HostUnderTest sender = new HostUnderTest("a", BIG, 256L << 10, BIG, 212_992L, "reno", List.of("reno", "cubic"),
                1500, 8,
                0.5, 2e9, 3e9);
        HostUnderTest receiver = new HostUnderTest("b", BIG, BIG, BIG, BIG, "cubic", List.of("cubic"), 9000, 2, 7.0,
                20e6, 3e9);
        List<Finding> findings = Doctor.examine(sender, receiver, LONG_PATH);
        assertThat(codes(findings)).containsExactlyInAnyOrder(DoctorCode.SEND_BUFFER, DoctorCode.SOCKET_LIMIT,
                DoctorCode.CONGESTION_CONTROL, DoctorCode.PATH_MTU, DoctorCode.DISK_WRITE, DoctorCode.CPU_LOAD);
        assertThat(findings.getFirst().code()).as("the worst first").isEqualTo(DoctorCode.SEND_BUFFER);
        assertThat(findings).allMatch(finding -> !finding.fix().isBlank() && !finding.text().contains("\n"));
    }

    @Test
    void lossDecidesWhetherCubicIsEnough() {
        PathMeasurements clean = new PathMeasurements(100, 1e9, 1500, 1e-9, true);
        PathMeasurements lossy = new PathMeasurements(100, 1e9, 1500, 1e-4, true);
        assertThat(Doctor.examine(healthy("a"), healthy("b"), clean)).isEmpty();
        Finding finding = Doctor.examine(healthy("a"), healthy("b"), lossy).getFirst();
        assertThat(finding.code()).isEqualTo(DoctorCode.CONGESTION_CONTROL);
        assertThat(finding.fix()).isEqualTo("sudo sysctl -w net.ipv4.tcp_congestion_control=bbr");
        // RFC 9438, table 2: at 1e-4 and 100 ms CUBIC holds 187 packets of 12000 bits (22.5 Mbit/s)
        assertThat(finding.limitBitsPerSecond()).isBetween(19e6, 23e6);
    }

    @Test
    void aPathThatTakesSmallerPacketsThanTheInterfaceIsNamed() {
        PathMeasurements narrow = new PathMeasurements(100, 1e9, 1280, null, true);
        assertThat(Doctor.examine(healthy("a"), healthy("b"), narrow)).singleElement()
                .satisfies(finding -> assertThat(finding.fix()).contains("tcp_mtu_probing=1"));
    }

    @Test
    void whatIsUnknownIsNotJudged() {
        HostUnderTest unknown = new HostUnderTest("a", null, null, null, null, null, List.of(), null, null, null, null,
                null);
        assertThat(Doctor.examine(unknown, unknown, LONG_PATH)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(DoctorCode.class)
    void eachCodeHasItsPage(DoctorCode code) throws IOException {
        Path page = Path.of(System.getProperty("waybill.root", "."), "docs", "codes", code.name() + ".md");
        assertThat(page).exists();
        assertThat(Files.readString(page)).startsWith("# " + code.name()).contains("## How it is found", "## Fix");
    }

    @Test
    void measurementsOnThisMachineAreRatesAndLeaveNothing() throws Exception {
        assertThat(LocalMeasurements.cipherBytesPerSecond()).isGreaterThan(1e6);
        assertThat(LocalMeasurements.diskWriteBytesPerSecond(directory).orElse(1e6)).isGreaterThan(1e5);
        assertThat(LocalMeasurements.diskWriteBytesPerSecond(directory.resolve("absent"))).isEmpty();
        DiskRates both = RemoteDisk.rates(new LocalCommands(), directory.toString(), "y");
        assertThat(both.writeBytesPerSecond()).isGreaterThan(1e5);
        // a file system in memory may have no way past the cache
        assertThat(both.readBytesPerSecond() == null || both.readBytesPerSecond() > 1e5).isTrue();
        assertThat(RemoteDisk.writeBytesPerSecond(new LocalCommands(), directory.toString(), "x").orElse(0.0))
                .isGreaterThan(1e5);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void readsWhatDdSays() {
        assertThat(RemoteDisk.parse("64+0 records in\n64+0 records out\n67108864 bytes (67 MB, 64 MiB) copied, "
                + "0.0531 s, 1.3 GB/s\n")).hasValueSatisfying(rate -> assertThat(rate).isCloseTo(1.26e9, within(1e7)));
        assertThat(RemoteDisk.parse("dd: failed to open 'x': Permission denied\n")).isEmpty();
        assertThat(RemoteDisk.parse("67108864 bytes copied, 0 s, -\n")).isEmpty();
    }

    @Test
    void anyAnswerOfOpensslIsASpeedOrNone() {
        String real = "+DT:aes-128-gcm:1:16384\n+R:272000:aes-128-gcm:1.000000\n+F:22:aes-128-gcm:4721345678.90\n";
        java.util.Random random = new java.util.Random(37);
        assertThat(RemoteHostUnderTest.cipherSpeed(real)).contains(4721345678.90);
        for (int round = 0; round < 3000; round++) {
            StringBuilder damaged = new StringBuilder(real);
            for (int hits = 1 + random.nextInt(6); hits > 0; hits--) {
                int at = random.nextInt(damaged.length());
                if (random.nextBoolean()) {
                    damaged.setCharAt(at, (char) random.nextInt(0x250));
                } else {
                    damaged.insert(at, random.nextInt(2) == 0 ? "9e999" : "\n+F:1:x:");
                }
            }
            RemoteHostUnderTest.cipherSpeed(damaged.toString()).ifPresent(speed -> assertThat(speed).isPositive()
                    .isFinite());
        }
    }
}
