package org.waybill.client.probe.icmp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.socket.EchoSocket;
import org.waybill.client.probe.socket.PlatformThread;

/**
 * Bottleneck bandwidth and round-trip time by ICMP echo of several sizes to the target and the routers before it, and
 * by trains of echoes. Costs a few hundred packets.
 *
 * @param routers the hops before the target, nearest first, as path discovery found them
 * @param mtuBytes the path's MTU
 * @param seed for the order of the packets
 */
public record IcmpProbe(List<InetAddress> routers, int mtuBytes, long seed) {
    /** As shown in {@code method}. */
    public static final String NAME = "icmp-sizes";

    private static final int SIZES = 6;
    private static final int FIRST_ROUNDS = 4;
    private static final int ROUNDS = 16;
    private static final int HOP_ROUNDS = 8;
    private static final int TRAINS = 12;
    /** Over a long path fewer have to do: each takes a round trip, and sizes show the capacity too. */
    private static final long MOST_TRAINS_NS = 1_500_000_000;

    private static final int MOST_TRAIN_PACKETS = 32;
    private static final long TRAIN_NS = 20_000_000;
    private static final int IPV4_HEADER_BYTES = 20;
    private static final int IPV6_HEADER_BYTES = 40;

    /**
     * What the probe found.
     *
     * @param rttMillis smallest round trip to the target, of a small packet
     * @param lossRatio part of the single echoes to the target that were not answered; trains do not count. Null when
     *     they were not counted
     * @param queueMillis how far a queue that others fill shifts the round trips; null when that is unknown
     * @param bottleneckBitsPerSecond null when it is unknown
     * @param samples how many trains are behind the bottleneck
     */
    public record Finding(
            double rttMillis,
            @Nullable Double lossRatio,
            @Nullable Double queueMillis,
            @Nullable Double bottleneckBitsPerSecond,
            @Nullable Double errorPercent,
            int samples,
            String diagnostics) {}

    public IcmpProbe {
        routers = List.copyOf(routers);
    }

    /** Whether this process may open a socket for ICMP. */
    public static CanRun canRun(ProbeSpec spec) {
        try (EchoSocket _ = EchoSocket.open(spec.address(), new Random())) {
            return new CanRun.Yes();
        } catch (IOException e) {
            return new CanRun.No(String.valueOf(e.getMessage()));
        }
    }

    /** The round-trip time and the bottleneck; empty when the target does not answer. */
    public Optional<Finding> find(ProbeSpec spec, ProbeContext context) throws IOException, InterruptedException {
        return PlatformThread.call("icmp", () -> {
            Random random = new Random(seed);
            try (EchoSocket socket = EchoSocket.open(spec.address(), random)) {
                long endNs = System.nanoTime() + spec.budget().toNanos();
                return new Run(spec, context, new Echoes(socket, random, endNs, spec.maxBytes())).run();
            }
        });
    }

    /** One run of the probe. */
    private final class Run {
        private final InetAddress target;
        private final ProbeContext context;
        private final Echoes echoes;
        private final int largestMessage;
        private final List<Integer> sizes;
        private final Map<InetAddress, Map<Integer, List<Long>>> rttsNs = new HashMap<>();
        private final List<Double> trainRates = new ArrayList<>();
        private final StringBuilder log = new StringBuilder();

        Run(ProbeSpec spec, ProbeContext context, Echoes echoes) {
            this.target = spec.address();
            this.context = context;
            this.echoes = echoes;
            this.largestMessage = mtuBytes - (target instanceof Inet6Address ? IPV6_HEADER_BYTES : IPV4_HEADER_BYTES);
            int step = (largestMessage - EchoSocket.LEAST_BYTES) / (SIZES - 1);
            this.sizes = IntStream.range(0, SIZES)
                    .mapToObj(i -> largestMessage - i * step)
                    .toList();
        }

        Optional<Finding> run() throws IOException, InterruptedException {
            context.note("echo requests of " + SIZES + " sizes");
            List<InetAddress> end = List.of(target);
            int answered = echoes.measure(end, sizes, FIRST_ROUNDS, Echoes.gapNs(null, largestMessage), rttsNs);
            if (answered == 0) {
                return Optional.empty();
            }
            SizeFit first = SizeFit.of(rttsNs.getOrDefault(target, Map.of()));
            long gapNs = Echoes.gapNs(first, largestMessage);
            answered += echoes.measure(end, sizes, ROUNDS - FIRST_ROUNDS, gapNs, rttsNs);
            double lossRatio = 1 - (double) answered / echoes.sent();
            SizeFit whole = SizeFit.of(rttsNs.getOrDefault(target, Map.of()));
            TrainRates.Estimate trains = trains(whole);
            List<Echoes.Heard> heard = echoes.heard(); // before the routers answer
            if (!routers.isEmpty() && !echoes.isOver()) {
                echoes.measure(routers, sizes, HOP_ROUNDS, gapNs, rttsNs);
            }
            Bing.Estimate bing = Bing.bottleneck(fits());
            Bottleneck bottleneck = Bottleneck.of(bing, trains);
            log.append("sizes: " + bing + "\ntrains: " + trains + "\ntogether: " + bottleneck + "\n");
            return Optional.of(new Finding(
                    rttMillis(),
                    lossRatio,
                    whole == null ? null : Double.valueOf(QueueDelay.millis(heard, whole.nsPerByte())),
                    bottleneck == null ? null : bottleneck.bitsPerSecond(),
                    bottleneck == null ? null : bottleneck.errorPercent(),
                    trainRates.size(),
                    log.toString()));
        }

        private TrainRates.@Nullable Estimate trains(@Nullable SizeFit whole) throws InterruptedException {
            double nsPerPacket = whole == null ? 0 : Math.max(0, whole.nsPerByte()) / 2 * mtuBytes;
            int packets = nsPerPacket == 0
                    ? MOST_TRAIN_PACKETS
                    : (int) Math.clamp(TRAIN_NS / nsPerPacket, 3, MOST_TRAIN_PACKETS);
            long startNs = System.nanoTime();
            for (int i = 0; i < TRAINS && !echoes.isOver() && System.nanoTime() - startNs < MOST_TRAINS_NS; i++) {
                Double rate = TrainRates.rate(mtuBytes, echoes.train(target, largestMessage, packets));
                if (rate != null) {
                    trainRates.add(rate);
                } else if (packets > 3) {
                    packets = Math.max(3, packets / 2); // a queue on the path is shorter than the train
                }
            }
            return TrainRates.of(trainRates);
        }

        private List<Bing.HopFit> fits() {
            List<Bing.HopFit> fits = new ArrayList<>();
            for (int hop = 1; hop <= routers.size() + 1; hop++) {
                InetAddress address = hop <= routers.size() ? routers.get(hop - 1) : target;
                SizeFit fit = SizeFit.of(rttsNs.getOrDefault(address, Map.of()));
                log.append("hop " + hop + " " + address.getHostAddress() + ": " + fit + "\n");
                if (fit != null) {
                    fits.add(new Bing.HopFit(hop, fit));
                }
            }
            return fits;
        }

        private double rttMillis() {
            return rttsNs.getOrDefault(target, Map.of()).values().stream()
                            .flatMap(List::stream)
                            .mapToLong(Long::longValue)
                            .min()
                            .orElseThrow()
                    / 1e6;
        }
    }
}
