package org.waybill.client.probe.host;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What one {@code dd} says that it has copied, GNU's or Busybox's. */
public record DdOutput(long bytes, double seconds) {
    private static final Pattern COPIED =
            Pattern.compile("(\\d+) bytes .*copied, ([0-9.]+(?:e-?\\d+)?) s(?:ec\\w*)?,.*");

    /** All that the output contains. */
    public static Stream<DdOutput> parse(String said) {
        return said.lines()
                .map(String::strip)
                .map(COPIED::matcher)
                .filter(Matcher::matches)
                .map(copied -> new DdOutput(Long.parseLong(copied.group(1)), Double.parseDouble(copied.group(2))))
                .filter(copy -> copy.bytes > 0 && copy.seconds > 0);
    }

    public double bytesPerSecond() {
        return bytes / seconds;
    }
}
