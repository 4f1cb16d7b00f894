package org.waybill.client.workflow;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.client.dataset.DatasetCounter;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.PortScanner;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Advice where thorough advice would cost more than it brings. See decision 0224.
 *
 * <p>For a copy of little that cannot start without advice: {@link Ranking} puts the options whose path is sure, those
 * by the named protocol and its kin, before all others, so only these are looked for. Neither the service nor the path
 * is asked, and of other machines only their ports are probed. What is not known for that is called unknown.
 *
 * <p>And beside a copy to or from a node that is running: only the node's port is probed, and the service is asked.
 */
public final class FastPathAdvice {
    /** With more of them, what a protocol does for each file matters more than the bytes. */
    static final int MOST_FILES = 100;
    /** Thorough advice takes a second or more: at 32 Mbit/s that is as long as copying this. */
    private static final long MOST_BYTES = 4L << 20;
    /** Likewise where the service must be started for it, which takes three seconds more. */
    private static final long MOST_BYTES_WITHOUT_SERVICE = 16L << 20;

    private static final Duration COUNTING = Duration.ofMillis(300);
    private static final DatasetCounter HERE = new LocalCounter(MOST_FILES + 1, COUNTING);

    private FastPathAdvice() {}

    /**
     * The facts of the advice; empty where thorough advice is due, since there is more to copy or nothing that was looked for
     * answers.
     *
     * @param serviceRuns whether thorough advice would find the service running: then less is little
     * @param usual what thorough advice would be given with; its service is not asked
     * @throws TransferException for what makes any advice pointless: an unknown host, a source that is not there
     */
    public static Optional<AdviceFacts> of(AdviceRequest request, boolean serviceRuns, AdvisorPorts usual)
            throws TransferException, InterruptedException {
        Endpoint source = request.source();
        long mostBytes = serviceRuns ? MOST_BYTES : MOST_BYTES_WITHOUT_SERVICE;
        AdvisorPorts ports = brief(request, usual);
        if (source.isLocal() && !isLittle(ports.datasets().count(source), source, ports, mostBytes)) {
            return Optional.empty();
        }
        AdviceFacts facts =
                new Advisor(ports).gather(request.prefer().isEmpty() ? request.preferring(named(request)) : request);
        Advisor.AdviceResult adviceResult = facts.judge();
        boolean found = adviceResult.advice().workflows().stream().anyMatch(Workflow::movable);
        return found && isLittle(adviceResult.counted(), source, ports, mostBytes)
                ? Optional.of(facts)
                : Optional.empty();
    }

    /**
     * The facts of the advice beside a running copy: nothing is counted again.
     *
     * @param all what is copied
     * @param timer makes the test transfers; {@link TransferTimer#NONE} where they would disturb the copy, whose own rate
     *     says more
     * @param usual what thorough advice would be given with
     */
    public static AdviceFacts beside(AdviceRequest request, Dataset all, TransferTimer timer, AdvisorPorts usual)
            throws TransferException, InterruptedException {
        return new Advisor(new AdvisorPorts(
                        usual.resolver(),
                        hosts -> usual.discovery()
                                .scan(hosts.stream().map(FastPathAdvice::nodes).toList()),
                        usual.service(),
                        usual.servicePatience(),
                        (end, _, _) -> HostFacts.unknown(end.host(), List.of()),
                        _ -> Optional.of(new DatasetSize(all, all.files() > 1, true)),
                        PathSurveyor.NONE,
                        timer,
                        usual.installed(),
                        usual.clock(),
                        _ -> {}))
                .gather(request);
    }

    private static Discovery.HostTargets nodes(Discovery.HostTargets host) {
        return new Discovery.HostTargets(
                host.host(),
                host.addresses(),
                host.targets().stream()
                        .filter(target -> target.protocol() == Protocol.WAYBILL)
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /**
     * What nobody can count has no forecast either, so that thorough advice would know no better. What could be counted
     * but was not, for the want of a log-in, of an answer or of time, may be of any size.
     */
    private static boolean isLittle(
            Optional<DatasetSize> counted, Endpoint source, AdvisorPorts ports, long mostBytes) {
        return counted.map(all -> all.complete()
                        && all.dataset().bytes() <= mostBytes
                        && all.dataset().files() <= MOST_FILES)
                .orElseGet(() -> !ports.datasets().canCount(source));
    }

    private static AdvisorPorts brief(AdviceRequest request, AdvisorPorts usual) {
        // the surveyor asks for both hosts at once, the source first
        PortScanner named = hosts -> usual.discovery()
                .scan(List.of(sure(hosts.getFirst(), request.source()), sure(hosts.getLast(), request.destination())));
        return new AdvisorPorts(
                usual.resolver(),
                named,
                null,
                usual.servicePatience(),
                (end, port, _) -> end.isLocal()
                        ? usual.hosts().examine(end, port, HostExaminer.Disk.UNTIMED)
                        : HostFacts.unknown(end.host(), List.of()),
                (request.source().isLocal() ? HERE : usual.datasets().upTo(MOST_FILES + 1)).through(request.filter()),
                PathSurveyor.NONE,
                TransferTimer.NONE,
                usual.installed(),
                usual.clock(),
                note -> {});
    }

    private static Discovery.HostTargets sure(Discovery.HostTargets host, Endpoint end) {
        Set<Discovery.Target> targets = host.targets().stream()
                .filter(target -> PathEquivalence.of(end, target.protocol()) == PathEquivalence.SURE)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new Discovery.HostTargets(host.host(), host.addresses(), targets);
    }

    /** Without forecasts the order of protocols decides; a protocol that the user wrote down goes before it. */
    private static List<Protocol> named(AdviceRequest request) {
        return Stream.of(request.source(), request.destination())
                .filter(end -> !end.isLocal() && end.schemeChosen())
                .flatMap(end -> Protocols.named(end.location().scheme()).stream())
                .distinct()
                .toList();
    }
}
