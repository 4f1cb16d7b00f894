package org.waybill.client.workflow;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.api.TransferOutcome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.survey.Surveyor;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * The option that a copy can begin with before any advice: one that {@code copy} carries out, whose path is certainly
 * the one that was named, no less secure than what was named, and never by datagrams. A pure function: no one is asked,
 * and nothing is waited for.
 *
 * @param transport as {@code copy --transport} takes it
 * @param only whether advice could name no other option that {@code copy} would carry out
 */
public record BestKnownOption(String transport, boolean only) {
    private static final String DONE = "OK";

    /**
     * By the last transfer between these hosts that succeeded, else by the protocol that was named, else by the order
     * of protocols; empty where both endpoints are on this machine, or both on others.
     *
     * @param past transfers that are remembered, of whichever hosts, in any order
     * @param nodes the paired ones, each of which may be at these hosts by another name
     */
    public static Optional<BestKnownOption> of(
            AdviceRequest request, Collection<TransferOutcome> past, Collection<String> nodes) {
        Endpoint source = request.source();
        Endpoint destination = request.destination();
        if (source.isLocal() == destination.isLocal()) {
            return Optional.empty();
        }
        Endpoint far = source.isLocal() ? destination : source;
        List<Candidate> possible = possible(request, far);
        List<TransferOutcome> done = past.stream()
                .filter(one -> one.status().equals(DONE)
                        && one.sourceHost().equals(Surveyor.knownName(source))
                        && one.destinationHost().equals(Surveyor.knownName(destination)))
                .sorted(Comparator.comparing(TransferOutcome::startedAt).reversed())
                .toList();
        Stream<Candidate> remembered = done.stream()
                .filter(one -> one.via().isEmpty())
                .flatMap(one ->
                        possible.stream().filter(option -> option.transport().equals(one.transport())));
        Stream<Candidate> named = possible.stream()
                .filter(option -> far.schemeChosen()
                        && option.protocol().scheme().equals(far.location().scheme()));
        return Stream.of(remembered, named, possible.stream())
                .flatMap(options -> options)
                .findFirst()
                .map(best -> new BestKnownOption(best.transport(), isOnly(request, best, possible, done, nodes)));
    }

    private static boolean isOnly(
            AdviceRequest request,
            Candidate best,
            List<Candidate> possible,
            List<TransferOutcome> done,
            Collection<String> nodes) {
        String history = Protocols.transport(best.transport()).history();
        return !request.dedicated()
                && request.prefer().isEmpty()
                && request.replicas().isEmpty()
                && best.protocol() != Protocol.WAYBILL
                && nodes.isEmpty()
                && Stream.concat(
                                possible.stream().map(Candidate::transport),
                                done.stream().map(TransferOutcome::transport))
                        .allMatch(other -> Protocols.transport(other).history().equals(history))
                && done.stream().allMatch(one -> one.via().isEmpty());
    }

    private static List<Candidate> possible(AdviceRequest request, Endpoint far) {
        return Protocols.movingFiles()
                .filter(protocol -> PathEquivalence.of(far, protocol) == PathEquivalence.SURE)
                .sorted(Comparator.comparingInt(Protocol::priority))
                .flatMap(protocol -> protocol.tools().stream()
                        .filter(tool -> tool.movable() && !tool.transport().isDatagrams())
                        .map(tool -> new Candidate(
                                tool.tool(),
                                protocol,
                                tool.transport().name(),
                                end(request.source(), protocol),
                                end(request.destination(), protocol),
                                List.of(),
                                request.streams(),
                                false,
                                true,
                                true)))
                .map(option -> Security.guarded(request, option))
                .filter(option -> Security.keepsToWhatWasNamed(request, option))
                .filter(option -> Security.of(option).protectsData() || (far.schemeChosen() && !request.secure()))
                .toList();
    }

    private static Location end(Endpoint end, Protocol protocol) {
        return end.isLocal() ? end.location() : end.by(protocol, end.location().port());
    }
}
