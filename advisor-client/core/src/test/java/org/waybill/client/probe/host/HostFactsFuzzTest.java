package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What this machine's own shell and kernel print is understood; damaged, it makes no host that cannot be. */
class HostFactsFuzzTest {
    private static String printed() throws Exception {
        return printed("/tmp");
    }

    private static String printed(String path) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", RemoteHost.script(path, HostExaminer.Disk.UNTIMED)).start();
        shell.getOutputStream().close();
        String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return text;
    }

    @Test
    void theRealTablesOfThisMachineAreUnderstood() throws Exception {
        HostFacts facts = RemoteHost.parse(printed());
        assertThat(facts.basis()).isEqualTo(HostFacts.SSH);
        assertThat(facts.totalMemoryBytes()).isGreaterThan(64L << 20);
        assertThat(facts.freeDiskBytes()).isPositive();
        assertThat(facts.cpus()).isPositive();
    }

    @Test
    void aPathThatDoesNotExistIsReportedBesideTheSpaceOfItsParent() throws Exception {
        assertThat(RemoteHost.isAbsent(printed("/tmp"))).isFalse();
        assertThat(RemoteHost.isAbsent(printed("."))).isFalse();
        String absent = printed("/tmp/no such 'directory/at all");
        assertThat(RemoteHost.isAbsent(absent)).isTrue();
        assertThat(RemoteHost.parse(absent).freeDiskBytes()).isPositive();
    }

    @Test
    void damagedTablesAreUnknownOrPossible() throws Exception {
        String real = printed();
        Random random = new Random(31);
        for (int round = 0; round < 3000; round++) {
            StringBuilder damaged = new StringBuilder(real);
            for (int hits = 1 + random.nextInt(30); hits > 0; hits--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(4)) {
                    case 0 -> damaged.setCharAt(at, (char) random.nextInt(0x250));
                    case 1 -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(60)));
                    case 2 -> damaged.insert(at, "99999999999999999999");
                    default -> damaged.insert(at, "-1 ");
                }
            }
            HostFacts facts = RemoteHost.parse(damaged.toString());
            for (Long amount : new Long[] {
                facts.totalMemoryBytes(), facts.freeMemoryBytes(), facts.totalDiskBytes(), facts.freeDiskBytes()
            }) {
                assertThat(amount == null || amount >= 0)
                        .as("seed 31, round %d: %s", round, facts)
                        .isTrue();
            }
            assertThat(facts.loadAverage() == null || facts.loadAverage() >= 0).isTrue();
        }
    }
}
