package org.waybill.client.probe.icmp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
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
import org.waybill.api.Quantity;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeInfo;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.Sample;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.LocalCommands;

/**
 * Bing's method by the system's {@code ping}, where this process may open no ICMP socket itself; end to end only, and
 * as exact as the milliseconds that ping prints. Run elsewhere, it measures from there.
 */
public final class SystemPingProbe implements Probe {
    private static final ProbeInfo INFO =
            new ProbeInfo("ping-sizes", Quantity.BOTTLENECK_BANDWIDTH, 20, ProbeInfo.Scheduling.NORMAL);
    private static final List<Integer> PAYLOAD_BYTES = List.of(24, 312, 600, 888, 1176, 1464);
    private static final int HEADERS_BYTES = 28;
    private static final int IPV6_HEADERS_BYTES = 48;
    /** What an ordinary user may ask of every release of ping. */
    private static final double INTERVAL_SECONDS = 0.2;

    private static final int COUNT = 12;
    private static final double NS_PER_MILLI = 1e6;
    private static final Pattern REPLY =
            Pattern.compile("\\d+ bytes from .*icmp_seq=\\d+ .*time=(\\d+(?:\\.\\d+)?) ms");

    private final HostCommands commands;

    /** For the service loader: on this host. */
    public SystemPingProbe() {
        this(new LocalCommands());
    }

    /** On the host where the commands run. */
    public SystemPingProbe(HostCommands commands) {
        this.commands = commands;
    }

    @Override
    public ProbeInfo info() {
        return INFO;
    }

    @Override
    public CanRun canRun(ProbeSpec spec) {
        try {
            return commands.has("ping") ? new CanRun.Yes() : new CanRun.No("ping is not installed");
        } catch (IOException e) {
            return new CanRun.No("cannot look for ping: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CanRun.No("interrupted while looking for ping");
        }
    }

    @Override
    public Duration duration(ProbeSpec spec) {
        return spec.budget();
    }

    @Override
    public ProbeResult run(ProbeSpec spec, ProbeContext context) throws InterruptedException {
        try {
            return find(spec, context)
                    .map(IcmpProbe.Finding::result)
                    .orElseGet(() -> new ProbeResult.Failed("ping: " + spec.host() + " does not answer", ""));
        } catch (IOException e) {
            return new ProbeResult.Failed(String.valueOf(e.getMessage()), "");
        }
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
     * The round-trip time and, where it can be told, the bottleneck; empty when the target does not answer.
     *
     * @throws IOException if nothing is answered and ping complains, with what it says in one line
     */
    public Optional<IcmpProbe.Finding> find(ProbeSpec spec, ProbeContext context)
            throws IOException, InterruptedException {
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
        return finding(context, rttsNs, printed);
    }

    private static Optional<IcmpProbe.Finding> finding(
            ProbeContext context, Map<Integer, List<Long>> rttsNs, Printed printed) throws IOException {
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
        List<Sample> samples =
                estimate == null ? List.of() : List.of(new Sample(estimate.bitsPerSecond(), 0, context.now()));
        return Optional.of(new IcmpProbe.Finding(
                least.getAsLong() / NS_PER_MILLI,
                null,
                estimate == null ? null : estimate.bitsPerSecond(),
                estimate == null ? null : estimate.errorPercent(),
                samples,
                (fit == null ? "too few replies for a line" : fit) + "\n" + printed.all));
    }

    private void ping(ProbeSpec spec, int payload, int headers, Map<Integer, List<Long>> rttsNs, Printed printed) {
        try {
            InetAddress target = spec.address();
            HostCommands.Output output = commands.run(
                    List.of(
                            "ping",
                            "-n",
                            "-c",
                            Integer.toString(COUNT),
                            "-i",
                            Double.toString(INTERVAL_SECONDS),
                            "-W",
                            "1",
                            "-s",
                            Integer.toString(payload),
                            target.getHostAddress()),
                    spec.budget());
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
