package org.waybill.client.estimate;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.PathFacts;

/**
 * The state of one path and its two hosts, which all options over the path share. Nulls are unknown.
 *
 * @param bottleneckBitsPerSecond capacity of the narrowest link as measured: in the direction of the data where test
 *     transfers or trains showed it, else of the round trip
 * @param otherFlows how many connections of others share it, as far as test transfers or trains show
 * @param lossRatio of packets in the direction of the data
 * @param evidence how the bottleneck was measured
 * @param localLinkBitsPerSecond what the interface towards the remote host can do: a bound, and on a short path more
 * @param windowBytes what the two kernels let one connection have in flight
 * @param sender how the source host's TCP sends
 * @param sameMachine both endpoints are this machine
 * @param cores processors of the host with fewer of them, as far as they are known, quotas reckoned with
 * @param loadAverage of that machine over the last minute
 * @param backBitsPerSecond capacity of the return path, where it was seen to be another one
 * @param readBitsPerSecond of the source's disk, where it was measured to be slow
 * @param writeBitsPerSecond of the destination's, likewise
 * @param startFactor how much longer this machine, where the program starts, takes for that than two idle cores; null
 *     where it is not known apart from {@code cores}
 */
public record PathState(
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        @Nullable Double otherFlows,
        @Nullable Double lossRatio,
        Evidence evidence,
        @Nullable Double localLinkBitsPerSecond,
        @Nullable Long windowBytes,
        TcpSender sender,
        boolean sameMachine,
        @Nullable Double cores,
        @Nullable Double loadAverage,
        @Nullable Double backBitsPerSecond,
        @Nullable Double readBitsPerSecond,
        @Nullable Double writeBitsPerSecond,
        @Nullable Double startFactor) {
    /** Payload of a packet of 1500 bytes with TCP's timestamps, less what TLS or SSH add: echoes measure packets. */
    static final double PAYLOAD_SHARE = .96;
    /** A connection that carries this part of the capacity has the path to itself. */
    static final double ALONE = .85;
    /** Seconds of transfers and echoes differ by less over one link: beyond it this direction's link is another. */
    static final double WIDER = 1.3;

    /**
     * As many connections of CUBIC leave one that does not yield to loss its share: all of the path over a queue shorter
     * than its round trip, half of it over a long one, whatever their number (Ware et al., Modeling BBR's interactions
     * with loss-based congestion control, 2019); the mean of the two, .71.
     */
    private static final double PUSHED_ASIDE = .41;
    /**
     * As many connections of others as there are, times this, leave a new one of CUBIC what it has of its first minute:
     * with one to four of them on queues of .15 to .75 s it took 4.4 times as long as alone, and 3.4 on those of 5 to 100 ms,
     * where an equal share with two would be 3 (simulated).
     */
    private static final double NEWCOMER = 1.75;

    /** Where a queue shows that there are others and their number is unknown. */
    public static final double LIKELY_FLOWS = PathFacts.LIKELY_FLOWS;

    /** More hardly passes a hundred echoes unseen: what was sent again beyond it is the transfer's own doing. */
    static final double UNSEEN_LOSS = .01;
    /** Auto-tuned windows use half the buffer (tcp_adv_win_scale 1, tcp(7)). */
    static final int BUFFER_PER_WINDOW = 2;

    public static final PathState UNKNOWN = new PathState(
            null,
            null,
            null,
            null,
            Evidence.NONE,
            null,
            null,
            new TcpSender(null, List.of()),
            false,
            null,
            null,
            null,
            null,
            null,
            null);

    /** The state between two endpoints on a machine of which only this is known. */
    public static PathState within(double cores, double loadAverage) {
        return new PathState(
                null,
                null,
                null,
                null,
                Evidence.NONE,
                null,
                null,
                UNKNOWN.sender,
                true,
                cores,
                loadAverage,
                null,
                null,
                null,
                null);
    }

    /**
     * Whether a whole connection of others at least was seen before the test transfers, and one of this control has an
     * equal share in the end: another that does not yield to loss pushes them aside, or is pushed. Less is traffic
     * that does not give way, of which trains show what it leaves.
     */
    boolean isSharedWith(CongestionControl control) {
        return otherFlows != null && otherFlows >= 1 && control.yieldsToLoss();
    }

    /**
     * The connections of others as one of this control meets them, where echoes alone showed that there are others:
     * test transfers met them already, and trains show what they leave.
     */
    @Nullable
    Double othersBeside(CongestionControl control) {
        if (otherFlows == null || otherFlows == 0 || evidence != Evidence.ECHO) {
            return otherFlows;
        }
        return control.yieldsToLoss() ? NEWCOMER * otherFlows : PUSHED_ASIDE;
    }

    /** The same with this loss, where any is known. */
    PathState losing(@Nullable Double ratio) {
        return ratio == null ? this : with(bottleneckBitsPerSecond, otherFlows, ratio, evidence);
    }

    /** The same for what test transfers of its own bring to its share. */
    PathState asShared() {
        return with(bottleneckBitsPerSecond, otherFlows, lossRatio, Evidence.SHARED);
    }

    /** Whether a rate of data is about all that a path carries. */
    static boolean isFilled(double bitsPerSecond, double capacityBitsPerSecond) {
        return bitsPerSecond / PAYLOAD_SHARE >= ALONE * capacityBitsPerSecond;
    }

    /** The same with this window of one connection, without others and loss. */
    PathState windowed(long bytes, Evidence measured) {
        return changed(
                bottleneckBitsPerSecond,
                0.0,
                0.0,
                measured,
                bytes,
                backBitsPerSecond,
                readBitsPerSecond,
                writeBitsPerSecond);
    }

    PathState withWays(@Nullable Double bottleneck, @Nullable Double back) {
        return changed(
                bottleneck, otherFlows, lossRatio, evidence, windowBytes, back, readBitsPerSecond, writeBitsPerSecond);
    }

    /** The same with the capacities of both directions that another one has. */
    PathState asWideAs(PathState other) {
        return withWays(other.bottleneckBitsPerSecond, other.backBitsPerSecond);
    }

    /** What several lines show of the same path together. */
    static PathState together(List<PathState> states, Evidence evidence) {
        return states.getFirst()
                .with(
                        states.stream()
                                .map(PathState::bottleneckBitsPerSecond)
                                .filter(Objects::nonNull)
                                .max(Comparator.naturalOrder())
                                .orElse(null),
                        mean(states, PathState::otherFlows),
                        mean(states, PathState::lossRatio),
                        evidence);
    }

    private static @Nullable Double mean(List<PathState> states, Function<PathState, @Nullable Double> fact) {
        OptionalDouble mean = states.stream()
                .map(fact)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average();
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }

    /** What a line that was drawn here may say of a long transfer: no path carries more than its capacity. */
    double atMost(double bitsPerSecond) {
        return bottleneckBitsPerSecond == null
                ? bitsPerSecond
                : Math.min(bitsPerSecond, PAYLOAD_SHARE * bottleneckBitsPerSecond);
    }

    /** The same without loss: a connection that fills its path is not bound by it, even if some echoes were lost. */
    PathState lossless() {
        return with(bottleneckBitsPerSecond, 0.0, 0.0, evidence);
    }

    /** The same with the loss that trains do not show and a hundred echoes hardly, unless they showed more. */
    public PathState losingUnseen() {
        double seen = lossRatio == null ? 0 : lossRatio;
        return with(bottleneckBitsPerSecond, otherFlows, Math.max(seen, UNSEEN_LOSS), evidence);
    }

    /** What the two disks let through: the slower of them; null where none is known to be slow. */
    public @Nullable Double diskBitsPerSecond() {
        return readBitsPerSecond == null
                ? writeBitsPerSecond
                : writeBitsPerSecond == null
                        ? readBitsPerSecond
                        : Double.valueOf(Math.min(readBitsPerSecond, writeBitsPerSecond));
    }

    /** The same to a destination whose disk has this rate; null where it is not known to be slow. */
    public PathState withDisk(@Nullable Double bitsPerSecond) {
        return withDisks(readBitsPerSecond, bitsPerSecond);
    }

    /** The same from a source whose disk reads no more, likewise. */
    public PathState withSourceDisk(@Nullable Double bitsPerSecond) {
        return withDisks(bitsPerSecond, writeBitsPerSecond);
    }

    private PathState withDisks(@Nullable Double read, @Nullable Double write) {
        return changed(
                bottleneckBitsPerSecond, otherFlows, lossRatio, evidence, windowBytes, backBitsPerSecond, read, write);
    }

    /**
     * The same with what packet trains showed.
     *
     * @param back capacity of the way back, null if unknown
     * @param available what others left of the way there, null if unknown
     */
    public PathState byTrains(double bitsPerSecond, @Nullable Double back, @Nullable Double available) {
        return changed(
                bitsPerSecond,
                available == null ? null : Double.valueOf(PathFacts.otherFlows(available, bitsPerSecond)),
                lossRatio,
                Evidence.TRAINS,
                windowBytes,
                back,
                readBitsPerSecond,
                writeBitsPerSecond);
    }

    /** The same with this number of connections of others, which explain what was lost. */
    public PathState shared(double flows) {
        return with(bottleneckBitsPerSecond, flows, 0.0, evidence);
    }

    /** The same with at least this number of connections of others. */
    PathState beside(double flows) {
        return with(
                bottleneckBitsPerSecond, otherFlows == null ? flows : Math.max(flows, otherFlows), lossRatio, evidence);
    }

    PathState with(@Nullable Double bottleneck, @Nullable Double flows, @Nullable Double loss, Evidence measured) {
        return changed(
                bottleneck,
                flows,
                loss,
                measured,
                windowBytes,
                backBitsPerSecond,
                readBitsPerSecond,
                writeBitsPerSecond);
    }

    private PathState changed(
            @Nullable Double bottleneck,
            @Nullable Double flows,
            @Nullable Double loss,
            Evidence measured,
            @Nullable Long window,
            @Nullable Double back,
            @Nullable Double read,
            @Nullable Double write) {
        return new PathState(
                rttMillis,
                bottleneck,
                flows,
                loss,
                measured,
                localLinkBitsPerSecond,
                window,
                sender,
                sameMachine,
                cores,
                loadAverage,
                back,
                read,
                write,
                startFactor);
    }

    /** A path of its own between the same ends. */
    PathState reserved(double bitsPerSecond) {
        return with(bitsPerSecond, 0.0, 0.0, Evidence.LINKS);
    }

    /** The same with a bottleneck of this rate. */
    PathState carrying(double bitsPerSecond) {
        return with(bitsPerSecond, otherFlows, lossRatio, evidence);
    }

    CongestionControl control(String transport) {
        return sender.control(transport, rttMillis);
    }
}
