package org.waybill.cli.advise;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ForecastBasis;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Transports;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.SupportedPairs;
import org.waybill.client.workflow.ranking.Exploration;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.cause.PathCapacity;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Turns the user's request into an order for one mover: by the transport that was named, or by advice.
 *
 * @param networkPaths the paths or relays that the user named, null to follow the advice
 * @param data with 0 streams to follow the advice
 * @param dedicated the path is the user's alone
 * @param expected checksums that the source is said to have
 * @param rules what of the source is copied, and what of the destination replaced
 */
public record MoveChoice(
        Endpoint source,
        Endpoint destination,
        @Nullable NetworkPaths networkPaths,
        DataOptions data,
        @Nullable Instant deadline,
        boolean dryRun,
        boolean dedicated,
        List<ExpectedChecksum> expected,
        CopyRules rules) {
    /** A user's request without options for path, advice or checksums. */
    public static MoveChoice plain(
            Endpoint source, Endpoint destination, DataOptions data, @Nullable Instant deadline, CopyRules rules) {
        return new MoveChoice(source, destination, null, data, deadline, false, false, List.of(), rules);
    }

    /** The same along what {@code copy} alone has options for. */
    public MoveChoice along(
            @Nullable NetworkPaths paths, boolean dry, boolean ownPath, List<ExpectedChecksum> checksums) {
        return new MoveChoice(source, destination, paths, data, deadline, dry, ownPath, checksums, rules);
    }

    /** The order for a transport that was named. Asks no one, so that it starts at once. */
    public TransferOrder by(String transport) throws TransferException {
        if (networkPaths != null
                && !networkPaths.isDirect()
                && !Protocol.WAYBILL.transports().contains(Protocols.transport(transport))) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "relays support the transports of nodes only: omit --via, or use --transport tcp");
        }
        TransferRequest request = request(
                Transports.locate(source, transport),
                Transports.locate(destination, transport),
                NetworkPaths.DIRECT,
                0,
                false);
        return TransferOrder.of(request, transport, Ends.historyName(source), Ends.historyName(destination), 0, true)
                .at(source, destination);
    }

    /** The user's request, between these endpoints; defaults hold for the rest. */
    private TransferRequest request(
            Location from, Location to, NetworkPaths usualPaths, int usualStreams, boolean hasPathOfItsOwn) {
        return new TransferRequest(
                from,
                to,
                networkPaths == null ? usualPaths : networkPaths,
                data.streams() != 0 ? data : new DataOptions(usualStreams, data.rateBitsPerSecond(), data.verify()),
                deadline,
                dryRun,
                dedicated || hasPathOfItsOwn,
                expected,
                null,
                rules);
    }

    /**
     * The order for a workflow of an advice: the one with this id or rank, or the best that can be carried out here.
     *
     * @param circuit whether it should be the best over a reserved circuit
     * @param anyCopy whether the source was named by what it is, so that any replica will do
     */
    public TransferOrder by(
            Advisor.AdviceResult adviceResult, @Nullable String named, boolean circuit, boolean anyCopy) {
        return by(adviceResult, option(adviceResult, named, circuit, anyCopy), named != null);
    }

    /**
     * The order for an option of an advice.
     *
     * @param named whether the user named it
     */
    public TransferOrder by(Advisor.AdviceResult adviceResult, Workflow workflow, boolean named) {
        Candidate candidate = candidate(adviceResult, workflow);
        if (!workflow.movable()) {
            throw CommandFailure.unsafe("option " + workflow.id() + " (" + workflow.title() + ") needs another tool: "
                    + "'waybill script --workflow " + workflow.id() + "' writes it as a shell script");
        }
        if (workflow.circuit() != null && networkPaths != null) {
            throw Invalid.usage("--via cannot be used with a circuit, which has its own path");
        }
        if (candidate.isStaged() && networkPaths != null) {
            throw Invalid.usage("--via cannot be used with a staged option, which has its own hops");
        }
        TransferRequest request = request(
                candidate.source(),
                candidate.destination(),
                paths(workflow, named),
                workflow.streams(),
                workflow.hasPathOfItsOwn());
        Optional<Dataset> counted = adviceResult.counted().map(DatasetSize::dataset);
        return TransferOrder.along(
                        workflow,
                        request,
                        candidate.replica() == null
                                ? Ends.historyName(source)
                                : candidate.source().host(),
                        Ends.historyName(destination),
                        counted.map(Dataset::files).orElse(0L),
                        named)
                .at(source, destination)
                .over(capacity(adviceResult.advice(), workflow, request))
                .along(candidate, counted.map(Dataset::bytes).orElse(-1L));
    }

    /** What was measured of the path, if the option takes the one that was. */
    private @Nullable PathCapacity capacity(Advice advice, Workflow option, TransferRequest request) {
        boolean other = option.circuit() != null
                || option.replica() != null
                || option.hasStops()
                || !request.via().isEmpty();
        return other
                ? null
                : advice.paths().stream()
                        .filter(path -> path.kind() == PathFacts.Kind.INTERNET)
                        .findFirst()
                        .map(path -> path.capacity(source.isLocal()))
                        .orElse(null);
    }

    /**
     * The option that may be tried in place of the best one, the most hopeful of them; empty where the user asked for
     * anything that is not usual, which another option may not do as well.
     */
    public Optional<Workflow> trial(Advice advice, Workflow best) {
        return advice.workflows().stream()
                .filter(option -> isUsual()
                        && best.rank() == 1
                        && option.reasons().stream().anyMatch(reason -> reason.code() == ReasonCode.MAY_BE_TRIED))
                .min(Comparator.comparingDouble(option -> Exploration.hopedSeconds(option.estimate())));
    }

    /** Whether nothing was asked for that another option may not do as well. */
    public boolean isUsual() {
        MoveChoice usual = plain(
                source,
                destination,
                new DataOptions(data.streams(), DataOptions.DEFAULT.rateBitsPerSecond(), data.verify()),
                null,
                CopyRules.USUAL.with(rules.filter()));
        return equals(usual) && !source.isStream() && !destination.isStream();
    }

    /** The same between other endpoints. */
    public MoveChoice between(Endpoint from, Endpoint to) {
        return new MoveChoice(from, to, networkPaths, data, deadline, dryRun, dedicated, expected, rules);
    }

    /** The option that {@link #by} takes. */
    public Workflow option(
            Advisor.AdviceResult adviceResult, @Nullable String named, boolean circuit, boolean anyCopy) {
        return named != null
                ? workflow(adviceResult, named, source, destination)
                : circuit ? bestCircuit(adviceResult.advice(), anyCopy) : best(adviceResult, anyCopy);
    }

    /** Relays that were never used are tried beside the direct path, unless the user named them. */
    private static NetworkPaths paths(Workflow workflow, boolean named) {
        boolean certain = named || workflow.estimate().basis() == ForecastBasis.HISTORY;
        return certain || workflow.via().isEmpty()
                ? NetworkPaths.through(workflow.via())
                : NetworkPaths.amongPaths(List.of(workflow.via()));
    }

    static Candidate candidate(Advisor.AdviceResult adviceResult, Workflow option) {
        return adviceResult.candidates().get(adviceResult.advice().workflows().indexOf(option));
    }

    /** The workflow with this id or rank, or the best; what there is none of is said with the reason. */
    static Workflow workflow(
            Advisor.AdviceResult adviceResult, @Nullable String named, Endpoint source, Endpoint destination) {
        Advice advice = adviceResult.advice();
        if (advice.workflows().isEmpty()) {
            throw noOption(adviceResult, source, destination);
        }
        if (named != null) {
            return named(advice, named);
        }
        return advice.workflows().stream()
                .filter(option -> !mayBeElsewhere(source, destination, candidate(adviceResult, option)))
                .findFirst()
                .orElseThrow(() -> elsewhere(advice.workflows().getFirst()));
    }

    /**
     * An FTP server often shows a part of what SSH shows: who named one protocol's place did not name the other's. A
     * node's data directory is another place unless it has proved otherwise.
     */
    static boolean mayBeElsewhere(Endpoint source, Endpoint destination, Candidate option) {
        return !option.pathSure()
                && (option.protocol().pathMeaning() == PathMeaning.DATA_DIRECTORY
                        || Stream.of(source, destination).anyMatch(end -> !end.isLocal() && end.schemeChosen()));
    }

    private static CommandFailure elsewhere(Workflow first) {
        return CommandFailure.unsafe(
                "the only options found use another protocol, for which the same path may be another directory ("
                        + first.title() + "): write its scheme in the URL, or use --workflow " + first.id());
    }

    private static CommandFailure noOption(Advisor.AdviceResult adviceResult, Endpoint source, Endpoint destination) {
        Advice advice = adviceResult.advice();
        String between = source.format() + " to " + destination.format();
        if (advice.mayLackOptions()) {
            return new CommandFailure(
                    Reason.UNREACHABLE,
                    "it is not known whether there is a transfer option from " + between
                            + why(advice, source, destination));
        }
        String none = "no transfer option found from " + between;
        if (SupportedPairs.mayHave(source, destination, adviceResult.isDirectory(source), advice.protocols())) {
            return new CommandFailure(Reason.UNREACHABLE, none + why(advice, source, destination));
        }
        if (SupportedPairs.mayHave(source, destination, false, advice.protocols())) {
            return Invalid.usage(none + ": a web server without WebDAV sends and takes single files, no directories");
        }
        Endpoint here = new Endpoint(Location.local("/"), true);
        if (source.isLocal() || destination.isLocal() || !SupportedPairs.has(source, here, false)) {
            return new CommandFailure(Reason.UNREACHABLE, none + why(advice, source, destination));
        }
        List<String> others = SupportedPairs.destinations(source);
        return Invalid.usage(none + ": copies from " + source.location().scheme() + " go to this machine"
                + (others.isEmpty() ? "" : " or to " + String.join(", ", others)) + "; copy to this machine first");
    }

    /**
     * A place that the user named is not exchanged for another unawares, neither for a copy's nor for what the same
     * path is by another protocol; no bandwidth is reserved unawares, nothing is stored at a host that the user did not
     * name, and nothing goes in clear to a {@code host:path}, which scp and rsync take by SSH.
     */
    private Workflow best(Advisor.AdviceResult adviceResult, boolean anyCopy) {
        Advice advice = adviceResult.advice();
        List<Workflow> possible = advice.workflows().stream()
                .filter(Workflow::movable)
                .filter(option -> option.circuit() == null && (anyCopy || option.replica() == null))
                .toList();
        List<Workflow> movable =
                possible.stream().filter(option -> !option.hasStops()).toList();
        List<Workflow> there = movable.stream()
                .filter(option -> !mayBeElsewhere(source, destination, candidate(adviceResult, option)))
                .toList();
        Optional<Workflow> best = there.stream()
                .filter(option -> !isInClearUnasked(candidate(adviceResult, option)))
                .findFirst();
        if (best.isPresent()) {
            return best.get();
        }
        if (there.isEmpty() && !movable.isEmpty()) {
            throw elsewhere(movable.getFirst());
        }
        if (!movable.isEmpty()) {
            throw CommandFailure.unsafe("only unencrypted options were found; to use one, write its scheme, such as "
                    + movable.getFirst().transport() + "://HOST/PATH");
        }
        if (!possible.isEmpty()) {
            Workflow staged = possible.getFirst();
            throw CommandFailure.unsafe("the only options found keep a copy at hosts that you did not name ("
                    + staged.title() + "): to use one, give --workflow " + staged.id());
        }
        if (!advice.workflows().isEmpty()) {
            throw CommandFailure.unsafe("this transfer needs another tool: 'waybill script' writes the best option ("
                    + advice.workflows().getFirst().title() + ") as a shell script");
        }
        throw noOption(adviceResult, source, destination);
    }

    private boolean isInClearUnasked(Candidate option) {
        return isInClearUnasked(source, option.source()) || isInClearUnasked(destination, option.destination());
    }

    private static boolean isInClearUnasked(Endpoint end, Location reached) {
        return !end.schemeChosen() && Protection.of(reached.scheme()) == Protection.CLEARTEXT;
    }

    private Workflow bestCircuit(Advice advice, boolean anyCopy) {
        return advice.workflows().stream()
                .filter(Workflow::movable)
                .filter(option -> option.circuit() != null && (anyCopy || option.replica() == null))
                .findFirst()
                .orElseThrow(() -> CommandFailure.unsafe("no circuit connects these endpoints: "
                        + advice.warnings().stream()
                                .filter(warning -> warning.code() == ReasonCode.SERVICE_UNAVAILABLE
                                        || warning.code().name().startsWith("CIRCUIT_"))
                                .map(Remark::text)
                                .findFirst()
                                .orElse("no known provisioning system reaches both "
                                        + advice.source().host() + " and "
                                        + advice.destination().host()
                                        + ": see 'waybill reserve attach'")));
    }

    /** What is known about the protocol that the user named, else how to find out more. */
    private static String why(Advice advice, Endpoint source, Endpoint destination) {
        Optional<ProtocolFacts> atDestination = factsOf(advice, destination);
        Optional<ProtocolFacts> atSource = factsOf(advice, source);
        // by the destination's protocol the source was perhaps asked at a port that nobody named
        boolean there = atDestination
                .filter(facts -> facts.destinationState() != PortState.OPEN)
                .isPresent();
        return (there ? atDestination : atSource.or(() -> atDestination))
                .map(facts -> ": " + facts.name() + ": " + facts.reason())
                .orElse("; 'waybill probe protocols HOST' shows which services answer");
    }

    private static Optional<ProtocolFacts> factsOf(Advice advice, Endpoint end) {
        return advice.protocols().stream()
                .filter(facts -> !end.isLocal()
                        && end.schemeChosen()
                        && facts.name().equals(end.location().scheme()))
                .findFirst();
    }

    private static Workflow named(Advice advice, String named) {
        return advice.workflows().stream()
                .filter(workflow -> workflow.id().equals(named)
                        || String.valueOf(workflow.rank()).equals(named))
                .findFirst()
                .orElseThrow(() -> notThere(advice, named));
    }

    /**
     * An option that there was before may be missing because its server did not answer this time. One that answers, or
     * refuses, will do so again.
     */
    private static CommandFailure notThere(Advice advice, String named) {
        String ids = advice.workflows().stream().map(Workflow::id).collect(Collectors.joining(", "));
        List<ProtocolFacts> missing = advice.protocols().stream()
                .filter(facts -> !facts.available() && isOf(named, facts.name()))
                .toList();
        return missing.stream()
                .filter(facts -> isSilent(facts.sourceState()) || isSilent(facts.destinationState()))
                .findFirst()
                .map(facts -> new CommandFailure(
                        Reason.UNREACHABLE,
                        "'" + named + "' is not among the options now (" + ids + "): " + facts.reason()))
                .orElseGet(() -> Invalid.value(
                        "--workflow",
                        named,
                        "1-" + advice.workflows().size() + " or one of " + ids
                                + missing.stream()
                                        .findFirst()
                                        .map(facts -> "; " + facts.name() + ": " + facts.reason())
                                        .orElse("")));
    }

    private static boolean isSilent(@Nullable PortState state) {
        return state == PortState.FILTERED || state == PortState.UNREACHABLE;
    }

    /** Whether an option's id is of a transport of this protocol: ids begin with it (OptionIds). */
    private static boolean isOf(String id, String protocol) {
        return Protocols.named(protocol).stream()
                .flatMap(one -> one.transports().stream())
                .anyMatch(transport -> id.equals(transport.name()) || id.startsWith(transport.name() + "-"));
    }
}
