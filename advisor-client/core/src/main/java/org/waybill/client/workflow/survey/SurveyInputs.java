package org.waybill.client.workflow.survey;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.estimate.EndpointCosts;
import org.waybill.client.estimate.PathState;
import org.waybill.client.estimate.TcpSender;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.TcpRate;

/** What estimates need of a survey: a pure function. */
public final class SurveyInputs {
    private static final double LEAST_LOSS = .02;
    /**
     * The part of echoes that is lost where the connections of others keep a queue full, which drops bursts of echoes
     * and few of a connection's packets; hardly any damaged link loses as much. Seen: 20 % next to three connections of
     * CUBIC, where a loss of 10 % in each direction would have meant 88 s and it took 20.
     */
    private static final double FULL_QUEUE_LOSS = .1;
    /** Two of a hundred may be lost to chance where one would be. */
    private static final double LEAST_QUEUE_LOSS = .03;
    /** More connections of others hardly share a path that anyone would copy over. */
    private static final double MOST_OTHERS = 4;
    /** Few paths are so long without a queue; over one the ten round trips of a log-in and a command take seconds. */
    private static final double LONG_RTT_MILLIS = 250;

    private SurveyInputs() {}

    /** What estimates need, from the path survey and from discovery's own connections. */
    public static PathState of(Survey survey) {
        HostFacts slower =
                fewerCpus(survey.source().facts(), survey.destination().facts());
        PathFacts path = survey.internetPath();
        Double rtt = path == null ? null : path.rttMillis();
        if (rtt == null) {
            OptionalDouble connect = rtt(survey.ends());
            rtt = connect.isPresent() ? Double.valueOf(connect.getAsDouble()) : null;
        }
        TcpSettings sender = survey.source().facts().tcp();
        TcpSettings receiver = survey.destination().facts().tcp();
        Long window = least(
                sender == null ? null : sender.sendBufferMaxBytes(),
                receiver == null ? null : receiver.receiveBufferMaxBytes());
        boolean oneMachine = survey.isOnOneMachine();
        Double bottleneck = path == null || oneMachine ? null : path.bottleneckBitsPerSecond();
        PathState state = new PathState(
                rtt,
                bottleneck,
                null,
                loss(path),
                bottleneck == null ? Evidence.NONE : Evidence.ECHO,
                link(survey),
                window,
                sender == null
                        ? new TcpSender(null, List.of())
                        : new TcpSender(sender.congestionControl(), sender.congestionControls()),
                oneMachine,
                slower.cores(),
                load(slower),
                null,
                bits(survey.source().facts().diskReadBytesPerSecond()),
                bits(survey.destination().facts().diskWriteBytesPerSecond()),
                oneMachine ? null : startFactor(survey));
        PathState seen = oneMachine ? state : withTrains(state, survey);
        return path != null && isShared(path) ? seen.shared(PathState.LIKELY_FLOWS) : seen;
    }

    /**
     * Whether echoes met a queue that others fill, or were lost to it: so many as hardly any damaged link loses; or
     * fewer, where a few connections of CUBIC that lose as much fill the path. Seen: 6 % of them over 2.6 Mbit/s, of
     * which two connections left SFTP a fifth. Far more would be needed to fill a damaged link.
     */
    public static boolean isShared(PathFacts path) {
        Double lost = path.lossRatio();
        Double capacity = path.bottleneckBitsPerSecond();
        Double rtt = path.rttMillis();
        boolean filledByFew = lost != null
                && lost >= LEAST_QUEUE_LOSS
                && capacity != null
                && rtt != null
                && capacity <= MOST_OTHERS * TcpRate.cubic(rtt / 1000, lost);
        return path.showsOthers() || filledByFew || lost != null && lost >= FULL_QUEUE_LOSS;
    }

    /**
     * Whether log-ins over a path hardly end in the time of an advice: each packet of theirs that is lost waits for a
     * timeout, and each round trip for a queue.
     */
    static boolean holdsUpLogIns(PathFacts path) {
        Double rtt = path.rttMillis();
        return isShared(path) || rtt != null && rtt >= LONG_RTT_MILLIS;
    }

    /** Trains distinguish the directions, and others' traffic, where echoes show only the narrower one. */
    private static PathState withTrains(PathState state, Survey survey) {
        TrainFacts.@Nullable Direction forward = survey.trainsForward();
        TrainFacts.@Nullable Direction back = survey.trainsBack();
        return forward == null
                ? state
                : state.byTrains(
                        forward.capacityBitsPerSecond(),
                        back == null ? null : Double.valueOf(back.capacityBitsPerSecond()),
                        forward.availableBitsPerSecond());
    }

    private static @Nullable Double bits(@Nullable Double bytesPerSecond) {
        return bytesPerSecond == null ? null : Double.valueOf(8 * bytesPerSecond);
    }

    /**
     * The loss in the direction of the data by echoes: half of what was lost in both directions. One of some hundred
     * may have been lost to anything.
     */
    private static @Nullable Double loss(@Nullable PathFacts path) {
        Double lost = path == null ? null : path.lossRatio();
        return lost == null ? null : Double.valueOf(lost < LEAST_LOSS ? 0 : lost / 2);
    }

    /**
     * The load that will last: an average over the past minute counts what has ended since. Others share the machine,
     * not our quota of it: of their load that part counts.
     */
    private static @Nullable Double load(HostFacts host) {
        Double average = host.loadAverage();
        if (average == null) {
            return null;
        }
        Integer running = host.runnableProcesses();
        double load = running == null ? average : Math.min(average, running);
        Integer cpus = host.cpus();
        Double cores = host.cores();
        return cpus == null || cores == null ? load : Double.valueOf(load * cores / cpus);
    }

    /** Of this machine alone: a remote host's servers run already. */
    private static @Nullable Double startFactor(Survey survey) {
        Survey.End here = survey.ends().source().isLocal()
                ? survey.source()
                : survey.ends().destination().isLocal() ? survey.destination() : null;
        return here == null
                ? null
                : Double.valueOf(EndpointCosts.slower(here.facts().cores(), load(here.facts()), false));
    }

    private static HostFacts fewerCpus(HostFacts one, HostFacts other) {
        Double cores = one.cores();
        Double others = other.cores();
        return cores == null || (others != null && others < cores) ? other : one;
    }

    /** The speed of the slower of the two interfaces, as far as they are known. */
    public static @Nullable Double link(Survey survey) {
        TcpSettings source = survey.source().facts().tcp();
        TcpSettings destination = survey.destination().facts().tcp();
        return least(
                source == null ? null : source.linkBitsPerSecond(),
                destination == null ? null : destination.linkBitsPerSecond());
    }

    /** The smaller of what is known. */
    private static <T extends Comparable<T>> @Nullable T least(@Nullable T one, @Nullable T other) {
        return one == null ? other : other == null || one.compareTo(other) <= 0 ? one : other;
    }

    private static OptionalDouble rtt(ProtocolUsability.Ends ends) {
        HostFindings far = ends.atDestination() == null ? ends.atSource() : ends.atDestination();
        return far == null ? OptionalDouble.empty() : far.rttMillis();
    }
}
