package org.waybill.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.client.probe.path.HostCommands;

/** The rates of a disk here or, over a session, on another host, by {@code dd}; the test file is removed. */
public final class RemoteDisk {
    private static final int MEBIBYTES = 64;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern COPIED =
            Pattern.compile("(\\d+) bytes .*copied, ([0-9.]+(?:e-?\\d+)?) s(?:ec\\w*)?,.*");

    private RemoteDisk() {}

    /** Bytes per second, the final flush included; empty where it cannot be written or dd says nothing usable. */
    public static Optional<Double> writeBytesPerSecond(HostCommands commands, String directory, String unique)
            throws IOException, InterruptedException {
        return Optional.ofNullable(rates(commands, directory, unique, false).writeBytesPerSecond());
    }

    /** The same, and how fast the file is read again past the page cache, where dd and the file system can do that. */
    public static DiskRates rates(HostCommands commands, String directory, String unique)
            throws IOException, InterruptedException {
        return rates(commands, directory, unique, true);
    }

    private static DiskRates rates(HostCommands commands, String directory, String unique, boolean both)
            throws IOException, InterruptedException {
        String file = directory + "/.waybill-disk-" + unique + ".tmp";
        try {
            Optional<Double> write = parse(said(commands.run(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M",
                    "count=" + MEBIBYTES, "conv=fdatasync"), LIMIT)));
            Optional<Double> read = both ? parse(said(commands.run(List.of("dd", "if=" + file, "of=/dev/null",
                    "bs=1M", "iflag=direct"), LIMIT))) : Optional.empty();
            return new DiskRates(read.orElse(null), write.orElse(null));
        } finally {
            commands.run(List.of("rm", "-f", file), LIMIT);
        }
    }

    private static String said(HostCommands.Output output) {
        return output.errors() + "\n" + output.text();
    }

    static Optional<Double> parse(String said) {
        return said.lines().map(String::strip).map(COPIED::matcher).filter(Matcher::matches)
                .map(copied -> Double.parseDouble(copied.group(1)) / Double.parseDouble(copied.group(2)))
                .filter(rate -> rate > 0 && !rate.isInfinite()).findFirst();
    }
}
