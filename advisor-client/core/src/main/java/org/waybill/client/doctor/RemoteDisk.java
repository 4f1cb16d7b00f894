package org.waybill.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.DdOutput;
import org.waybill.client.probe.path.HostCommands;

/**
 * The rates of a disk here or, over a session, on another host, by {@code dd}; the test file is removed. It begins
 * small and grows until writing takes a while, so that a slow disk takes no longer than a fast one.
 */
public final class RemoteDisk {
    private static final int MOST_MEBIBYTES = 64;
    private static final double LONG_ENOUGH_SECONDS = 0.4;
    private static final Duration LIMIT = Duration.ofSeconds(8);

    private RemoteDisk() {}

    /**
     * How fast a file is written, the final flush included, and read again past the page cache, where dd and the file
     * system can do that. What does not end in time is slower than the rate that is reported.
     */
    public static DiskRates rates(HostCommands commands, String directory, String unique)
            throws IOException, InterruptedException {
        String file = directory + "/.waybill-disk-" + unique + ".tmp";
        try {
            DdOutput write = null;
            for (int mebibytes = 1;
                    mebibytes <= MOST_MEBIBYTES && (write == null || write.seconds() < LONG_ENOUGH_SECONDS);
                    mebibytes *= 4) {
                DdOutput larger = copy(commands, mebibytes, "if=/dev/zero", "of=" + file, "conv=fdatasync");
                if (larger == null) {
                    break;
                }
                write = larger;
            }
            DdOutput read = write == null
                    ? null
                    : copy(commands, (int) (write.bytes() >> 20), "if=" + file, "of=/dev/null", "iflag=direct");
            return new DiskRates(rate(read), rate(write));
        } finally {
            commands.run(List.of("rm", "-f", file), LIMIT);
        }
    }

    private static @Nullable Double rate(@Nullable DdOutput copy) {
        return copy == null ? null : Double.valueOf(copy.bytesPerSecond());
    }

    private static @Nullable DdOutput copy(HostCommands commands, int mebibytes, String from, String to, String how)
            throws IOException, InterruptedException {
        HostCommands.Output output = commands.run(List.of("dd", from, to, "bs=1M", "count=" + mebibytes, how), LIMIT);
        return DdOutput.parse(output.errors() + "\n" + output.text())
                .findFirst()
                .orElse(output.exitCode() == -1 ? new DdOutput((long) mebibytes << 20, LIMIT.toSeconds()) : null);
    }
}
