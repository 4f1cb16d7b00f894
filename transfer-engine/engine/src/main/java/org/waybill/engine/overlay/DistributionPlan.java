package org.waybill.engine.overlay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.waybill.engine.overlay.DistributionSchedule.Edge;
import org.waybill.planner.tree.DistributionTree;
import org.waybill.planner.tree.Overlay;
import org.waybill.planner.tree.TreeBuilder;
import org.waybill.planner.tree.TreeImprover;

/**
 * Who is to send to whom, and how long it takes, from the rates of the links between source and sinks. Pure.
 *
 * <p>A file that flows through the tree arrives at the rate of its slowest sink: the least of what its senders' shares
 * and its links carry. The tree with the highest such rate is looked for among those that use no link below a bound,
 * from the fastest link down: {@link TreeBuilder#lbsf} and, for few sinks, {@link TreeImprover}. No slower link can give
 * a faster tree than one found, so the search ends there. See decision 0288.
 */
public final class DistributionPlan {
    /** For more sinks every bound is not tried, and trees are not improved. */
    static final int FEW = 12;
    /** A sink starts to send this long after its sender has. */
    private static final double SECONDS_A_HOP = 1;

    private static final String SOURCE = "source";

    private final double[][] rates;
    private final double[] outgoing;
    private final int[] senders;
    private final double bitsPerSecond;

    private DistributionPlan(double[][] rates, double[] outgoing, int[] senders, double bitsPerSecond) {
        this.rates = rates;
        this.outgoing = outgoing;
        this.senders = senders;
        this.bitsPerSecond = bitsPerSecond;
    }

    /**
     * The plan for rates that were measured or forecast; empty if none is known.
     *
     * @param known bit/s from each holder to each other, the source first, then the sinks; NaN where unknown
     */
    public static Optional<DistributionPlan> of(double[][] known) {
        double[] all = links(known).filter(rate -> rate > 0).sorted().toArray();
        if (all.length == 0) {
            return Optional.empty();
        }
        double[][] rates = filled(known, all[all.length / 2]);
        double[] outgoing = new double[rates.length];
        Arrays.setAll(outgoing, i -> widest(rates[i], i));
        int[] best = new int[0];
        double most = 0;
        double[] bounds = rates.length - 1 <= FEW
                ? links(rates)
                        .boxed()
                        .sorted(Comparator.reverseOrder())
                        .mapToDouble(r -> r)
                        .distinct()
                        .toArray()
                : new double[] {0};
        for (double bound : bounds) {
            if (bound > 0 && bound <= most) {
                break;
            }
            DistributionTree tree = tree(rates, outgoing, bound);
            if (tree.unreached().isEmpty()) {
                int[] senders = senders(tree, rates.length - 1);
                double slowest = slowest(tree, senders, rates);
                if (slowest > most) {
                    most = slowest;
                    best = senders;
                }
            }
        }
        return most > 0 ? Optional.of(new DistributionPlan(rates, outgoing, best, most)) : Optional.empty();
    }

    private static DoubleStream links(double[][] rates) {
        return IntStream.range(0, rates.length)
                .boxed()
                .flatMapToDouble(from -> IntStream.range(1, rates.length)
                        .filter(to -> to != from)
                        .mapToDouble(to -> rates[from][to]));
    }

    /** What is unknown of a link is taken from its sender's other links, else from those to its receiver. */
    private static double[][] filled(double[][] known, double middle) {
        double[][] rates = new double[known.length][known.length];
        for (int from = 0; from < known.length; from++) {
            for (int to = 1; to < known.length; to++) {
                double rate = known[from][to];
                if (!(rate > 0)) {
                    double sent = widest(known[from], from);
                    double received = 0;
                    for (int other = 0; other < known.length; other++) {
                        received =
                                other != to && known[other][to] > 0 ? Math.max(received, known[other][to]) : received;
                    }
                    rate = sent > 0 && received > 0 ? Math.min(sent, received) : Math.max(sent, received);
                }
                rates[from][to] = rate > 0 ? rate : middle;
            }
        }
        return rates;
    }

    /** The fastest known link out of a holder; 0 if none is known. */
    private static double widest(double[] row, int holder) {
        return IntStream.range(0, row.length)
                .filter(to -> to != holder)
                .mapToDouble(to -> row[to])
                .filter(rate -> rate > 0)
                .max()
                .orElse(0);
    }

    private static DistributionTree tree(double[][] rates, double[] outgoing, double bound) {
        List<String> names = IntStream.range(0, rates.length)
                .mapToObj(DistributionPlan::name)
                .toList();
        int[][] next = new int[rates.length][];
        Arrays.setAll(
                next,
                from -> IntStream.range(1, rates.length)
                        .filter(to -> to != from && rates[from][to] >= bound)
                        .toArray());
        DistributionTree tree = TreeBuilder.lbsf(Overlay.of(names, outgoing, next), SOURCE);
        return rates.length - 1 <= FEW && tree.unreached().isEmpty() ? TreeImprover.improve(tree) : tree;
    }

    private static String name(int holder) {
        return holder == 0 ? SOURCE : String.valueOf(holder - 1);
    }

    private static int[] senders(DistributionTree tree, int sinks) {
        Map<String, String> parents = tree.parents();
        int[] senders = new int[sinks];
        Arrays.setAll(senders, sink -> {
            String parent = parents.get(String.valueOf(sink));
            return parent == null || parent.equals(SOURCE) ? DistributionSchedule.SOURCE : Integer.parseInt(parent);
        });
        return senders;
    }

    private static double slowest(DistributionTree tree, int[] senders, double[][] rates) {
        double links = IntStream.range(0, senders.length)
                .mapToDouble(sink -> rates[senders[sink] + 1][sink + 1])
                .min()
                .orElse(0);
        return Math.min(links, tree.minNodeThroughputBitsPerSecond());
    }

    /** Who sends to a sink while a file flows through the tree: a sink's number or {@link DistributionSchedule#SOURCE}. */
    public int sender(int sink) {
        return senders[sink];
    }

    public int sinks() {
        return senders.length;
    }

    /** What the slowest sink receives of a flow. */
    public double bitsPerSecond() {
        return bitsPerSecond;
    }

    /**
     * What all of it takes: a flow at the rate of the slowest sink after the start of all senders before it, or whole
     * copies in the order of the schedule, each at the rate that its sender's share and its link had at its start.
     *
     * @param pipelined whether it flows
     * @param mostBitsPerSecond of each copy; 0 for no limit
     */
    public double seconds(long bytes, boolean pipelined, long mostBitsPerSecond) {
        double most = mostBitsPerSecond > 0 ? mostBitsPerSecond : Double.POSITIVE_INFINITY;
        if (pipelined) {
            int hops = IntStream.range(0, senders.length).map(this::hops).max().orElse(0);
            return bytes * 8 / Math.min(most, bitsPerSecond) + hops * SECONDS_A_HOP;
        }
        DistributionSchedule schedule = schedule(false);
        record Running(Edge edge, double end) {}
        PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingDouble(Running::end));
        double now = 0;
        while (!schedule.isOver()) {
            List<Edge> started = Stream.generate(schedule::next)
                    .takeWhile(Optional::isPresent)
                    .map(Optional::orElseThrow)
                    .toList();
            for (Edge edge : started) {
                int from = edge.from() + 1;
                long served = Stream.concat(started.stream(), running.stream().map(Running::edge))
                        .filter(other -> other.from() == edge.from())
                        .count();
                double rate = Math.min(most, Math.min(outgoing[from] / served, rates[from][edge.to() + 1]));
                running.add(new Running(edge, now + bytes * 8 / rate + SECONDS_A_HOP));
            }
            Running first = running.remove();
            now = first.end();
            schedule.done(first.edge());
        }
        return now;
    }

    private int hops(int sink) {
        int hops = 1;
        for (int at = senders[sink]; at != DistributionSchedule.SOURCE; at = senders[at]) {
            hops++;
        }
        return hops;
    }

    /** A schedule by this plan. */
    public DistributionSchedule schedule(boolean pipelined) {
        return new DistributionSchedule(
                outgoing[0], Arrays.copyOfRange(outgoing, 1, outgoing.length), pipelined, pipelined ? this : null);
    }
}
