package org.waybill.client.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.KernelConnections;
import org.waybill.engine.driver.TcpInfo;

/** Test transfers of a few seconds, monitor through the kernel's account of their connections. */
final class TestTransfers {
    private static final double LEAST_SECONDS = 3;
    private static final double MOST_SECONDS = 6;
    private static final double ROUND_TRIPS = 40;
    private static final Duration SAMPLE_EVERY = Duration.ofMillis(50);
    private static final double STEADY_PART = 0.6;
    private static final double BURST_SECONDS = 0.25;
    private static final long PATIENCE_MILLIS = 2500;
    /** Less is what fits in one window at the beginning. */
    private static final long STALLED_BYTES = 64 << 10;

    private static final int SEVERAL = 4;

    private final InetAddress address;
    private final double seconds;
    private final double windowBytes;

    /** @param windowBytes twice what the path holds, or 0 where that is unknown */
    TestTransfers(InetAddress address, double rttMillis, double windowBytes) {
        this.address = address;
        this.seconds = Math.clamp(ROUND_TRIPS * rttMillis / 1000, LEAST_SECONDS, MOST_SECONDS);
        this.windowBytes = windowBytes == 0 ? 4 << 20 : windowBytes;
    }

    private record Sample(double atSeconds, long bytes) {}

    /** One over the connection that there is; empty where no kernel reports it, or the remote host takes no part. */
    Optional<TestTransfer> one(RemoteHostProbe far, boolean up) throws InterruptedException {
        RemoteHostProbe.Counters farBefore = far.counters();
        Optional<CpuQuota> quotaBefore = CpuQuota.of(new LocalCommands());
        Duration cpuBefore = cpu();
        Monitor seen = fly(List.of(far), up);
        if (seen.samples.isEmpty() || seen.connections.isEmpty() || !seen.waiting && seen.carriedLittle()) {
            return Optional.empty();
        }
        double hereCores = cpu().minus(cpuBefore).toNanos() / 1e9 / seen.lasted();
        double throttledHere = throttled(
                quotaBefore.orElse(null), CpuQuota.of(new LocalCommands()).orElse(null));
        RemoteHostProbe.Counters farAfter = seen.stalled() ? RemoteHostProbe.Counters.UNKNOWN : far.counters();
        double throttledThere = throttled(farBefore.quota(), farAfter.quota());
        Double before = farBefore.serverSeconds();
        Double after = farAfter.serverSeconds();
        RemoteHostProbe.Sender there = up ? null : seen.sender;
        return Optional.of(new TestTransfer(
                seen.steadyBitsPerSecond(),
                seen.burstBitsPerSecond(),
                null,
                up ? seen.lossRatio() : there == null ? seen.disorderedRatio() : Double.valueOf(there.lossRatio()),
                up ? seen.rttMillis() : there == null ? null : there.rttMillis(),
                up ? seen.receiverLimitedShare() : there == null ? null : Double.valueOf(there.receiverLimitedShare()),
                up ? throttledHere : throttledThere,
                up ? throttledThere : throttledHere,
                hereCores,
                before == null || after == null ? null : Double.valueOf((after - before) / seen.lasted()),
                seen.stalled()));
    }

    /** What several connections at once reach. */
    double several(RemoteHostProbe far, boolean up) throws TransferException, InterruptedException {
        List<RemoteHostProbe> all = new ArrayList<>();
        try {
            for (int i = 0; i < SEVERAL; i++) {
                all.add(far.another());
            }
            return fly(all, up).steadyBitsPerSecond();
        } finally {
            all.forEach(one -> Thread.ofVirtual().start(one::close)); // one that hangs must not hold us
        }
    }

    private static double throttled(@Nullable CpuQuota before, @Nullable CpuQuota after) {
        return before == null || after == null ? 0 : after.throttledSince(before);
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private Monitor fly(List<RemoteHostProbe> ends, boolean up) throws InterruptedException {
        Monitor monitor = new Monitor(up);
        monitor.sample();
        boolean[] over = new boolean[1];
        List<Thread> threads = new ArrayList<>();
        for (RemoteHostProbe end : ends) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    end.stream(up, windowBytes, () -> over[0]);
                } catch (IOException | TransferException | InterruptedException _) {
                    Thread.currentThread().interrupt(); // what has arrived until then counts
                }
            }));
        }
        monitor.begin();
        while (monitor.lasted() < seconds || monitor.samples.size() < 2) {
            Thread.sleep(SAMPLE_EVERY);
            monitor.sample();
        }
        if (!up && ends.size() == 1 && !monitor.stalled()) {
            monitor.ask(ends.getFirst());
        }
        over[0] = true;
        monitor.waiting = threads.stream().anyMatch(Thread::isAlive);
        if (monitor.stalled()) {
            // what waits to be sent would hold whatever ends the connection for many minutes
            KernelConnections.to(Set.of(address)).forEach(KernelConnections.Connection::cut);
        }
        long endNs = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, endNs - System.nanoTime())));
        }
        return monitor;
    }

    /** The connections to the remote host, as they are seen every now and then. */
    private final class Monitor {
        private final boolean up;
        private final Map<InetSocketAddress, TcpInfo> before = new HashMap<>();
        private final Map<InetSocketAddress, TcpInfo> connections = new HashMap<>();
        private final List<Double> rttMillis = new ArrayList<>();
        private final List<Sample> samples = new ArrayList<>();
        private long startNs = System.nanoTime();
        /** Whether a transfer goes on; one that was refused has ended. */
        private boolean waiting = true;

        private RemoteHostProbe.@Nullable Sender sender;

        Monitor(boolean up) {
            this.up = up;
        }

        void begin() {
            before.putAll(connections);
            samples.clear();
            startNs = System.nanoTime();
            samples.add(new Sample(0, 0));
        }

        void sample() {
            for (KernelConnections.Connection one : KernelConnections.to(Set.of(address))) {
                connections.put(one.local(), one.info());
                if (one.info().rttMicros() > 0) {
                    rttMillis.add(one.info().rttMicros() / 1e3);
                }
            }
            samples.add(new Sample(
                    (System.nanoTime() - startNs) / 1e9, sum(up ? TcpInfo::deliveredBytes : TcpInfo::receivedBytes)));
        }

        void ask(RemoteHostProbe far) throws InterruptedException {
            InetSocketAddress busiest = null;
            long most = 0;
            for (Map.Entry<InetSocketAddress, TcpInfo> one : connections.entrySet()) {
                if (one.getValue().receivedBytes() > most) {
                    most = one.getValue().receivedBytes();
                    busiest = one.getKey();
                }
            }
            sender = busiest == null ? null : far.sender(busiest).orElse(null);
        }

        double lasted() {
            return (System.nanoTime() - startNs) / 1e9;
        }

        private long sum(ToLongFunction<TcpInfo> count) {
            long sum = 0;
            for (Map.Entry<InetSocketAddress, TcpInfo> one : connections.entrySet()) {
                TcpInfo earlier = before.get(one.getKey());
                sum += count.applyAsLong(one.getValue()) - (earlier == null ? 0 : count.applyAsLong(earlier));
            }
            return Math.max(0, sum);
        }

        private double rate(Sample from, Sample to) {
            return 8 * Math.max(0, to.bytes - from.bytes) / Math.max(1e-3, to.atSeconds - from.atSeconds);
        }

        double steadyBitsPerSecond() {
            Sample last = samples.getLast();
            Sample from = samples.stream()
                    .filter(sample -> sample.atSeconds >= (1 - STEADY_PART) * last.atSeconds)
                    .findFirst()
                    .orElse(last);
            return Math.max(1, rate(from, last));
        }

        double burstBitsPerSecond() {
            double most = steadyBitsPerSecond();
            int from = 0;
            for (Sample to : samples) {
                while (to.atSeconds - samples.get(from + 1).atSeconds >= BURST_SECONDS) {
                    from++;
                }
                if (to.atSeconds - samples.get(from).atSeconds >= BURST_SECONDS) {
                    most = Math.max(most, rate(samples.get(from), to));
                }
            }
            return most;
        }

        boolean stalled() {
            return waiting && carriedLittle();
        }

        boolean carriedLittle() {
            return samples.getLast().bytes < STALLED_BYTES;
        }

        @Nullable
        Double lossRatio() {
            long sent = sum(TcpInfo::sentBytes);
            return sent == 0 ? null : Double.valueOf(sum(TcpInfo::retransmittedBytes) / (double) sent);
        }

        /** A loss puts about half a window out of order. */
        @Nullable
        Double disorderedRatio() {
            long segments = sum(TcpInfo::receivedSegments);
            double window = Math.max(2, windowBytes / 2 / 1500);
            return segments == 0
                    ? null
                    : Double.valueOf(sum(TcpInfo::outOfOrderSegments) / (double) segments * 2 / window);
        }

        @Nullable
        Double rttMillis() {
            return rttMillis.isEmpty()
                    ? null
                    : rttMillis.stream().sorted().toList().get(rttMillis.size() / 2);
        }

        @Nullable
        Double receiverLimitedShare() {
            long busy = sum(TcpInfo::busyMicros);
            return busy == 0 ? null : Double.valueOf(sum(TcpInfo::receiverLimitedMicros) / (double) busy);
        }
    }
}
