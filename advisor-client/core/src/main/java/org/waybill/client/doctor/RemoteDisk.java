package org.waybill.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.client.probe.path.Commands;

/** The write rate of a disk on another host, by {@code dd} over a session; the test file is removed. */
public final class RemoteDisk {
    private static final int MEBIBYTES = 64;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern COPIED =
            Pattern.compile("(\\d+) bytes .*copied, ([0-9.]+(?:e-?\\d+)?) s(?:ec\\w*)?,.*");

    private RemoteDisk() {}

    /** Bytes per second, the final flush included; empty where it cannot be written or dd says nothing usable. */
    public static Optional<Double> writeBytesPerSecond(Commands commands, String directory, String unique)
            throws IOException, InterruptedException {
        String file = directory + "/.waybill-disk-" + unique + ".tmp";
        try {
            Commands.Output output = commands.run(List.of("dd", "if=/dev/zero", "of=" + file, "bs=1M",
                    "count=" + MEBIBYTES, "conv=fdatasync"), LIMIT);
            return parse(output.errors() + "\n" + output.text());
        } finally {
            commands.run(List.of("rm", "-f", file), LIMIT);
        }
    }

    static Optional<Double> parse(String said) {
        return said.lines().map(String::strip).map(COPIED::matcher).filter(Matcher::matches)
                .map(copied -> Double.parseDouble(copied.group(1)) / Double.parseDouble(copied.group(2)))
                .filter(rate -> rate > 0 && !rate.isInfinite()).findFirst();
    }
}
