package org.waybill.client.probe.icmp;

import java.io.IOException;
import java.net.Inet6Address;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.path.HostCommands;

/**
 * Bing's method by the system's {@code ping}, where this process may open no ICMP socket itself; end to end only, and
 * as exact as the milliseconds that ping prints. Run elsewhere, it measures from there.
 */
public record SystemPingProbe(HostCommands commands) {
    /** As shown in {@code method}. */
    public static final String NAME = "ping-sizes";

    private static final List<Integer> PAYLOAD_BYTES = List.of(24, 312, 600, 888, 1176, 1464);
    private static final int HEADERS_BYTES = 28;
    private static final int IPV6_HEADERS_BYTES = 48;
    /** What an ordinary user may ask of every release of ping. */
    private static final double INTERVAL_SECONDS = 0.2;

    private static final int COUNT = 12;
    private static final double NS_PER_MILLI = 1e6;
    private static final Pattern REPLY =
            Pattern.compile("\\d+ bytes from .*icmp_seq=\\d+ .*time=(\\d+(?:\\.\\d+)?) ms");

    /** Whether ping is installed. */
    public CanRun canRun() {
        return commands.installed("ping");
    }

    /** What the pings of all sizes printed, and the different lines of it on standard error. Several threads write. */
    private record Printed(StringBuffer all, Set<String> errors) {
        @SuppressWarnings("JdkObsolete") // several threads append
        Printed() {
            this(new StringBuffer(), Collections.synchronizedSet(new LinkedHashSet<>()));
        }

        void add(String text, String wrong) {
            all.append(text).append(wrong);
            wrong.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(errors::add);
        }
    }

    /**
     * The round-trip time and, where it can be derived, the bottleneck; empty when the target does not answer.
     *
     * @throws IOException if nothing is answered and ping complains, with what it says in one line
     */
    public Optional<IcmpProbe.Finding> find(ProbeSpec spec) throws IOException, InterruptedException {
        int headers = spec.address() instanceof Inet6Address ? IPV6_HEADERS_BYTES : HEADERS_BYTES;
        Map<Integer, List<Long>> rttsNs = new ConcurrentSkipListMap<>();
        Printed printed = new Printed();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int payload : PAYLOAD_BYTES) {
                threads.add(Thread.ofVirtual().start(() -> ping(spec, payload, headers, rttsNs, printed)));
                // spread over the interval, or each size would queue behind the others
                Thread.sleep(Duration.ofMillis((long) (1000 * INTERVAL_SECONDS / PAYLOAD_BYTES.size())));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            threads.forEach(Thread::interrupt);
        }
        return finding(rttsNs, printed);
    }

    private static Optional<IcmpProbe.Finding> finding(Map<Integer, List<Long>> rttsNs, Printed printed)
            throws IOException {
        OptionalLong least = rttsNs.values().stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .min();
        if (least.isEmpty()) {
            if (!printed.errors.isEmpty()) {
                throw new IOException(String.join("; ", printed.errors));
            }
            return Optional.empty();
        }
        SizeFit fit = SizeFit.of(rttsNs);
        Bing.Estimate estimate = fit == null ? null : Bing.bottleneck(List.of(new Bing.HopFit(1, fit)));
        return Optional.of(new IcmpProbe.Finding(
                least.getAsLong() / NS_PER_MILLI,
                null,
                null,
                estimate == null ? null : estimate.bitsPerSecond(),
                estimate == null ? null : estimate.errorPercent(),
                estimate == null ? 0 : 1,
                (fit == null ? "too few replies for a fit" : fit) + "\n" + printed.all));
    }

    private void ping(ProbeSpec spec, int payload, int headers, Map<Integer, List<Long>> rttsNs, Printed printed) {
        try {
            String line = "ping -n -c " + COUNT + " -i " + INTERVAL_SECONDS + " -W 1 -s " + payload + " "
                    + spec.address().getHostAddress();
            HostCommands.Output output = commands.run(List.of(line.split(" ")), spec.budget());
            printed.add(output.text(), output.errors());
            rttsNs.put(payload + headers, roundTripsNs(output.text()));
        } catch (IOException e) {
            printed.add("", "ping: " + e.getMessage() + "\n");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The round-trip times in ping's output, whole or cut short; those marked as duplicates do not count. */
    static List<Long> roundTripsNs(@Nullable String output) {
        List<Long> found = new ArrayList<>();
        for (String line : (Iterable<String>) (output == null ? "" : output).lines()::iterator) {
            Matcher reply = REPLY.matcher(line.strip());
            if (reply.matches()) {
                found.add((long) (Double.parseDouble(reply.group(1)) * NS_PER_MILLI));
            }
        }
        return found;
    }
}
