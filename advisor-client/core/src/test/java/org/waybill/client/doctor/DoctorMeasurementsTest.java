package org.waybill.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.DdOutput;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestNames;

/** How facts are found: what tools and kernels print, how disks and ciphers are timed, what queues look like. */
class DoctorMeasurementsTest {
    @TempDir
    private Path directory;

    @Test
    void aQuotaIsReadFromEitherVersionOfControlGroupsAndTheTightestCounts() {
        assertThat(CpuQuota.parse("quota max 100000 /sys/fs/cgroup/a/cpu.max\nnr_periods 9\n"))
                .isEmpty();
        CpuQuota tightest = CpuQuota.parse("quota 10000 100000 /sys/fs/cgroup/a/b/cpu.max\n"
                        + "nr_periods 50\n"
                        + "nr_throttled 40\n"
                        + "quota 200000 100000 /sys/fs/cgroup/a/cpu.max\n"
                        + "nr_periods 9\n"
                        + "nr_throttled 1\n")
                .orElseThrow();
        assertThat(tightest).isEqualTo(new CpuQuota(0.1, "/sys/fs/cgroup/a/b/cpu.max", 50, 40));
        assertThat(new CpuQuota(0.1, "", 100, 80).throttledSince(tightest)).isEqualTo(0.8);
        CpuQuota first = CpuQuota.parse("quota 50000 100000 /sys/fs/cgroup/cpu/x/cpu.cfs_quota_us\nquota -1 100000 "
                        + "/sys/fs/cgroup/cpu/cpu.cfs_quota_us\n")
                .orElseThrow();
        assertThat(first.cores()).isEqualTo(0.5);
        assertThat(first.lift()).isEqualTo("echo -1 | sudo tee /sys/fs/cgroup/cpu/x/cpu.cfs_quota_us");
        assertThat(CpuQuota.parse(tightest.told()).orElseThrow()).isEqualTo(tightest);
    }

    @Test
    void theFarKernelsAccountOfOurConnectionIsReadAndNoOthers() {
        String told = """
            ESTAB 0 0 10.77.2.1:22 10.77.1.1:40001
            \t cubic rtt:9.5/1.2 bytes_sent:500 busy:10ms
            ESTAB 0 0 10.77.2.1:22 10.77.1.1:40002
            \t cubic wscale:7,7 rto:300 rtt:41.5/2.1 mss:1448 cwnd:20 bytes_sent:2000000 bytes_retrans:20000 \
            busy:3000ms rwnd_limited:300ms(10.0%) sndbuf_limited:1500ms(50.0%) minrtt:40
            """;
        assertThat(SshRemoteHostProbe.sender(told, 40002)).contains(new RemoteHostProbe.Sender(0.01, 41.5, 0.1));
        assertThat(SshRemoteHostProbe.sender(told, 40003)).isEmpty();
        assertThat(SshRemoteHostProbe.sender("", 1)).isEmpty();
    }

    @Test
    void anAddressThatSwallowsEverythingIsFoundBesideOneThatAnswers() throws Exception {
        List<Socket> full = new ArrayList<>();
        try (ServerSocket live = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
                ServerSocket hole = new ServerSocket(live.getLocalPort(), 1, InetAddress.ofLiteral("127.0.0.9"))) {
            try {
                while (full.size() < 20) { // until its queue is full, and packets to it vanish
                    full.add(new Socket());
                    full.getLast().connect(hole.getLocalSocketAddress(), 500);
                }
            } catch (SocketTimeoutException _) {
                // it is
            }
            NameMeasurements name = new DoctorRun(directory, new TestCredentials(), null, directory, _ -> {})
                    .name(TestNames.TWO_ADDRESSES, live.getLocalPort());
            RemoteHostUnderTest b = RemoteHostUnderTest.unknown("b");
            assertThat(Doctor.examine(new DoctorFacts(b, b, DoctorCase.PATH, null, null, name))
                            .findings())
                    .filteredOn(one -> one.code() == DoctorCode.DEAD_ADDRESS)
                    .singleElement()
                    .extracting(Finding::text)
                    .asString()
                    .contains("127.0.0.9, which does not answer; 127.0.0.1 does");
        } finally {
            for (Socket one : full) {
                one.close();
            }
        }
    }

    /**
     * A path on which every packet of a size is answered only at a certain trial of it.
     *
     * @param ownBytes what this host sends at most
     * @param answeredAt the trial of each size that is answered, from 1
     * @param told whether routers say what is too long
     */
    private record FakePath(int ownBytes, int takenBytes, int answeredAt, boolean told, Map<Integer, Integer> trials)
            implements IdlePathProbe.Trial {
        @Override
        public boolean send(int packetBytes) {
            boolean goes = packetBytes <= ownBytes;
            trials.merge(packetBytes, goes ? 1 : 0, Integer::sum);
            return goes;
        }

        @Override
        public SortedSet<Integer> answered() {
            TreeSet<Integer> sizes = new TreeSet<>(Set.of(64));
            trials.forEach((size, times) -> {
                if (size <= takenBytes && times >= answeredAt) {
                    sizes.add(size);
                }
            });
            return sizes;
        }

        @Override
        public boolean isTooLongReported() {
            return told;
        }
    }

    @Test
    void theSizeFromWhichPacketsVanishIsFound() throws Exception {
        assertThat(vanishing(1500, 1410, 1, false)).isEqualTo(1420);
        assertThat(vanishing(1500, 64, 1, false)).isEqualTo(576);
        assertThat(vanishing(1500, 1410, 1, true)).as("a router says so").isNull();
        assertThat(vanishing(1500, 1500, 4, false)).as("what arrives only once").isNull();
        assertThat(vanishing(1380, 1400, 1, false))
                .as("what this host does not send")
                .isNull();
        assertThat(vanishing(9000, 1500, 1, false)).as("larger than usual").isEqualTo(4000);
    }

    private static @Nullable Integer vanishing(int ownBytes, int takenBytes, int answeredAt, boolean told)
            throws InterruptedException {
        return IdlePathProbe.vanishing(
                Math.max(1500, ownBytes), new FakePath(ownBytes, takenBytes, answeredAt, told, new HashMap<>()));
    }

    /** Answers like dd on a disk of a number of bytes a second, and notes how much it was made to write. */
    private static final class SlowDisk implements HostCommands {
        private final double bytesPerSecond;
        private long written;

        SlowDisk(double bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }

        @Override
        public boolean has(String tool) {
            return true;
        }

        @Override
        public Output run(List<String> command, Duration limit) {
            if (!command.getFirst().equals("dd")) {
                return new Output("", "", 0);
            }
            long bytes = Long.parseLong(command.get(4).replace("count=", "")) << 20;
            written += bytes;
            double seconds = bytes / bytesPerSecond;
            return seconds > limit.toSeconds()
                    ? new Output("", "", -1)
                    : new Output("", bytes + " bytes (x) copied, " + seconds + " s, x\n", 0);
        }
    }

    @Test
    void aDiskIsJudgedByTimeSoThatASlowOneIsSeen() throws Exception {
        for (double rate : new double[] {1.5e6, 20e6, 500e6}) {
            SlowDisk disk = new SlowDisk(rate);
            assertThat(RemoteDisk.rates(disk, "/data", "x").writeBytesPerSecond())
                    .isCloseTo(rate, within(rate / 100));
            assertThat(disk.written).isLessThan((long) Math.max(4 << 20, 20 * rate));
        }
        assertThat(RemoteDisk.rates(new SlowDisk(1000), "/data", "x").writeBytesPerSecond())
                .as("slower than a mebibyte in eight seconds")
                .isCloseTo((1 << 20) / 8.0, within(1.0));
    }

    @ParameterizedTest
    @EnumSource(DoctorCode.class)
    void eachCodeHasItsPage(DoctorCode code) throws IOException {
        Path page = Path.of(System.getProperty("waybill.root", "."), "docs", "codes", code.name() + ".md");
        assertThat(page).exists();
        assertThat(Files.readString(page)).startsWith("# " + code.name()).contains("## How it is found", "## Fix");
    }

    /** Seen: 77 MB/s after 250 ms of interpreted rounds, where openssl says 4,462. */
    @Test
    void aCipherIsMeasuredUntilItIsWarmAndNotForever() throws Exception {
        assertThat(LocalMeasurements.warm(rounds(100_000, number -> number < 5000 ? 77e6 : 4.4e9)))
                .as("compiled after half a second")
                .isEqualTo(4.4e9);
        assertThat(LocalMeasurements.warm(rounds(10_000_000, number -> number < 200 ? 77e6 : 4.4e9)))
                .as("and after two, on a busy machine")
                .isEqualTo(4.4e9);
        AtomicInteger done = new AtomicInteger();
        LocalMeasurements.warm(rounds(1_000_000, number -> Math.pow(1.2, done.getAndIncrement() / 500)));
        assertThat(done.get()).as("one that gets faster all the time ends too").isEqualTo(5000);
        done.set(0);
        LocalMeasurements.warm(rounds(1_000_000, number -> {
            done.incrementAndGet();
            return 4.4e9;
        }));
        assertThat(done.get()).as("a fast one takes less than a second").isLessThan(1000);
    }

    private static LocalMeasurements.Batches rounds(long eachNs, IntToDoubleFunction bytesPerSecond) {
        AtomicInteger number = new AtomicInteger();
        return () -> new LocalMeasurements.Batch(
                bytesPerSecond.applyAsDouble(number.get()), eachNs * number.incrementAndGet());
    }

    @Test
    void measurementsOnThisMachineAreRatesAndLeaveNothing() throws Exception {
        // Maven runs these tests without the compiler that knows the processor's own cipher
        assertThat(LocalMeasurements.cipherBytesPerSecond()).isGreaterThan(5e6);
        assertThat(RemoteDisk.rates(
                        new LocalCommands(), directory.resolve("absent").toString(), "x"))
                .isEqualTo(DiskRates.UNKNOWN);
        DiskRates both = RemoteDisk.rates(new LocalCommands(), directory.toString(), "y");
        assertThat(both.writeBytesPerSecond()).isGreaterThan(1e5);
        // a file system in memory may have no way past the cache
        assertThat(both.readBytesPerSecond() == null || both.readBytesPerSecond() > 1e5)
                .isTrue();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void readsWhatDdSays() {
        assertThat(DdOutput.parse("64+0 records in\n64+0 records out\n67108864 bytes (67 MB, 64 MiB) "
                        + "copied, 0.0531 s, 1.3 GB/s\n"))
                .singleElement()
                .satisfies(one -> assertThat(one.bytesPerSecond()).isCloseTo(1.26e9, within(1e7)));
        assertThat(DdOutput.parse("dd: failed to open 'x': Permission denied\n"))
                .isEmpty();
        assertThat(DdOutput.parse("67108864 bytes copied, 0 s, -\n")).isEmpty();
    }

    @Test
    void anyAnswerOfOpensslIsASpeedOrNone() {
        String real = "+DT:aes-128-gcm:1:16384\n+R:272000:aes-128-gcm:1.000000\n+F:22:aes-128-gcm:4721345678.90\n";
        Random random = new Random(37);
        assertThat(RemoteHostUnderTest.cipherSpeed(real)).contains(4721345678.90);
        assertThat(RemoteHostUnderTest.cipherSpeed(
                        "+R:27200:aes-128-gcm:0.100000\n+F:22:aes-128-gcm:4e9\n" + "+F:22:aes-128-gcm:4456448000.0"))
                .contains(4456448000.0);
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
            RemoteHostUnderTest.cipherSpeed(damaged.toString())
                    .ifPresent(speed -> assertThat(speed).isPositive().isFinite());
        }
    }
}
