package org.waybill.cli.move;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.AdviceAtNode;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.advise.OtherOptions;
import org.waybill.cli.advise.PreferOption;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Transports;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.BesideAdvice;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.BestKnownOption;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which option of the advice a copy takes and over which path, as options; makes the order from them. */
@Command
final class RouteOptions {
    @Option(
            names = "--workflow",
            paramLabel = "ID",
            description =
                    "Use the option with this ID in 'waybill advise', or with this number, which may denote another "
                            + "option the next time.")
    private @Nullable String workflow;

    @Mixin
    private final PreferOption prefer = new PreferOption();

    @Option(
            names = "--circuit",
            description = "Reserve a circuit for it: hold, commit, wait for its start, copy at its rate, release it.")
    private boolean circuit;

    @Option(
            names = "--via",
            paramLabel = "PATH",
            description = "none, relays in order as HOST:PORT,HOST:PORT, auto (the direct path and the known relays "
                    + "that make it faster), auto:HOST:PORT,... or disjoint (all at once: the paths without a common "
                    + "relay that together carry most, as --service forecasts). Given several times, the data take "
                    + "all these paths at once. Default: the direct path, or that of the advice if copy uses it.")
    private List<String> via = List.of();

    @Option(
            names = "--cache",
            description = "With --via HOST:PORT, to a node: the relay receives the files, keeps them in its cache"
                + " ('waybill node --cache') and sends them on. What it has of your earlier copies is not sent to it"
                + " again. It can read the files, as it cannot without this option.")
    private boolean cache;

    @Option(names = "--dedicated", description = "The path is yours only: UDP transports may be used on it.")
    private boolean dedicated;

    @Option(
            names = "--insecure-lab",
            description = "Laboratory only: datagrams of plut and tsp bear a checksum "
                    + "instead of a cipher. What they carry stays encrypted.")
    private boolean insecureLab;

    @Option(
            names = "--loss-limit",
            paramLabel = "PERCENT",
            description =
                    "plut and tsp stop if more than this percentage of the datagrams sent from here is lost for 10 s:"
                            + " the path is then not dedicated. Default: 10.")
    private @Nullable Double lossLimit;

    @Option(
            names = "--explore",
            paramLabel = "X",
            defaultValue = "auto",
            description = "auto: now and then a short copy by advice uses an option that has no past transfers and may "
                    + "be faster, for at most 2 %% of the bytes ('waybill history accuracy' shows the share); no: "
                    + "never. Default: ${DEFAULT-VALUE}.")
    private Explore explore = Explore.AUTO;

    /** Whether options are tried to learn their time. */
    enum Explore {
        AUTO,
        NO
    }

    boolean isDedicated() {
        return dedicated;
    }

    /** The paths that were named; null to follow the advice. */
    @Nullable
    NetworkPaths paths(Session session, Endpoint source, Endpoint destination)
            throws TransferException, InterruptedException {
        if (!via.isEmpty() && !mayBeNode(source) && !mayBeNode(destination)) {
            throw Invalid.usage("relays support the transports of nodes only: omit --via");
        }
        NetworkPaths paths = ViaOption.parse(via, new KnownRelays(session, source, destination));
        if (!cache) {
            return paths;
        }
        if (paths == null || !paths.isOneRelay()) {
            throw Invalid.usage("--cache needs one relay: add --via HOST:PORT");
        }
        if (!source.isLocal() || source.isStream() || !destination.location().is(Protocol.WAYBILL)) {
            throw Invalid.usage("--cache is for files of this machine and a destination at a node: omit it");
        }
        return paths.withCache();
    }

    /** A host that is named for SSH may have a node. */
    private static boolean mayBeNode(Endpoint end) {
        return end.location().isServedBy(Protocol.WAYBILL) || end.location().isServedBy(Protocol.SSH);
    }

    /**
     * How a copy starts.
     *
     * @param trial of another option, before it; null for none
     * @param beside the advice that is made while it runs; null for none
     * @param ended hears of its success
     */
    record Start(
            TransferOrder order,
            @Nullable Trial trial,
            @Nullable BesideAdvice beside,
            Consumer<TransferResult> ended) {
        private static Start by(TransferOrder order) {
            return new Start(order, null, null, _ -> {});
        }
    }

    /**
     * By the transport that was named or is plainly meant, else by the best option known now, else by advice.
     *
     * @param mayTry whether another option may be tried first; if not, the source will be deleted: it is read by the
     *     protocol that it was named for
     */
    Start start(Session session, MoveChoice choice, String named, List<KnownReplica> copies, boolean mayTry)
            throws TransferException, InterruptedException {
        checkLaboratory(session, named);
        checkTogether(session, choice, named);
        if (!named.isEmpty()) {
            Start start = Start.by(choice.by(named));
            noteUnusedProxy(session, choice, named);
            return start;
        }
        if (isLocal(choice) && !circuit) {
            return Start.by(choice.by(Transport.LOCAL.name()));
        }
        Optional<TransferOrder> only = workflow == null && !circuit ? onlyPossible(session, choice) : Optional.empty();
        if (only.isPresent()) {
            return Start.by(only.get());
        }
        boolean asNamed = !mayTry && workflow == null;
        MoveChoice place = asNamed ? choice.between(choice.source().chosen(), choice.destination()) : choice;
        return advised(session, place, copies, mayTry);
    }

    private Start advised(Session session, MoveChoice choice, List<KnownReplica> copies, boolean mayTry)
            throws TransferException, InterruptedException {
        AdviceRequest request = new AdviceRequest(
                choice.source(),
                choice.destination(),
                null,
                prefer.protocols(),
                false,
                choice.deadline(),
                dedicated,
                choice.data().streams(),
                copies,
                choice.rules().filter());
        boolean asks = usual() && copies.isEmpty() && !session.hasNamedService();
        Optional<BestKnownOption> known = asks ? known(session, choice, request) : Optional.empty();
        if (known.isPresent()) {
            return atOnce(session, choice, request, known.get(), mayTry);
        }
        try {
            return asks ? adviseFast(session, choice, request, mayTry) : thoroughly(session, choice, request, mayTry);
        } catch (CommandFailure e) {
            Optional<String> asNamed =
                    usual() && copies.isEmpty() ? ProtocolFallback.tryAllTheSame(e, choice) : Optional.empty();
            if (asNamed.isEmpty()) {
                throw e;
            }
            session.note("waybill: " + e.getMessage() + Overload.HERE.note() + "; trying " + asNamed.get()
                    + " all the same");
            return Start.by(choice.by(asNamed.get()));
        }
    }

    /** The option that needs no advice; empty for {@code host:path} that a node may have, of which advice tries one. */
    private static Optional<BestKnownOption> known(Session session, MoveChoice choice, AdviceRequest request) {
        if (choice.networkPaths() != null
                || choice.deadline() != null
                || !request.prefer().isEmpty()) {
            return Optional.empty();
        }
        Endpoint far = choice.source().isLocal() ? choice.destination() : choice.source();
        try {
            return BestKnownOption.of(request, new PeerStore(session.home().root()).nodes())
                    .filter(best -> best.others() != BestKnownOption.Others.AT_NODE || far.schemeChosen());
        } catch (IOException e) {
            return Optional.empty(); // which nodes are paired cannot be read: advice tells
        }
    }

    private static Start atOnce(
            Session session, MoveChoice choice, AdviceRequest request, BestKnownOption best, boolean mayChange)
            throws TransferException {
        TransferOrder order = choice.by(best.transport());
        // what is known from earlier copies is shown as soon as the amount is known
        session.note("waybill: by " + best.transport() + ", which starts immediately; 'waybill advise' "
                + (isKnown(session, order) ? "lists other options" : "forecasts it and lists other options"));
        return new Start(order, null, beside(session, choice, request, order, best.others(), mayChange), _ -> {});
    }

    private static @Nullable BesideAdvice beside(
            Session session,
            MoveChoice choice,
            AdviceRequest request,
            TransferOrder order,
            BestKnownOption.Others others,
            boolean mayChange)
            throws TransferException {
        boolean stream = choice.source().isStream() || choice.destination().isStream();
        return switch (others) {
            case NONE -> null;
            // no other path makes a copy faster that is limited
            case OVER_RELAYS ->
                stream || order.request().isLimited()
                        ? null
                        : all -> new OtherOptions(choice, AdviceSession.beside(session, request, all, false))
                                .overRelays();
            case AT_NODE ->
                mayChange && choice.isUsual()
                        ? new AdviceAtNode(session, choice, request, order.request(), OpenEndpoints.remote(session))
                        : null;
        };
    }

    /** Where a jump host, a proxy or the named relays leave one server. */
    private Optional<TransferOrder> onlyPossible(Session session, MoveChoice choice) throws TransferException {
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            if (end.behind()) {
                session.note(
                        "waybill: by SSH: no other protocol uses the jump host or command of the ssh configuration");
                return Optional.of(choice.by(prefer.transport(end, Transport.SFTP.name())));
            }
        }
        if (isOverRelays(choice)) {
            noteUnusedProxy(session, choice, Transport.TCP.name());
            return Optional.of(choice.by(Transport.TCP.name()));
        }
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            Optional<Proxies.Server> proxy = session.proxy(end);
            if (proxy.isPresent()) {
                String by = prefer.transport(end, Transports.first(end).orElseThrow());
                session.note("waybill: by " + by + ", through the proxy " + proxy.get());
                return Optional.of(choice.by(by));
            }
        }
        return Optional.empty();
    }

    private static boolean isOverRelays(MoveChoice choice) {
        NetworkPaths paths = choice.networkPaths();
        return paths != null && !paths.isDirect();
    }

    /** Relays and datagrams are reached directly only, whatever the environment says. */
    private static void noteUnusedProxy(Session session, MoveChoice choice, String transport) throws TransferException {
        boolean relays = isOverRelays(choice);
        if (!relays && !Protocols.transport(transport).isDatagrams()) {
            return;
        }
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            Optional<Proxies.Server> proxy = session.proxy(end);
            if (proxy.isPresent()) {
                session.note("waybill: by " + transport
                        + (relays ? " over relays, which are reached" : ", which is sent") + " without the proxy "
                        + proxy.get());
                return;
            }
        }
    }

    /** Whether nothing was asked for that only thorough advice can find. */
    private boolean usual() {
        return workflow == null && !circuit && !dedicated;
    }

    /** A small amount is copied sooner than history and path could be looked up. */
    private Start adviseFast(Session session, MoveChoice choice, AdviceRequest request, boolean mayTry)
            throws TransferException, InterruptedException {
        Optional<Advisor.AdviceResult> brief = AdviceSession.brief(session, request);
        if (brief.isEmpty()) {
            return thoroughly(session, choice, request, mayTry);
        }
        Workflow best = choice.option(brief.get(), null, false, false);
        prefer.noteUnused(session, brief.get(), best);
        TransferOrder order = choice.by(brief.get(), best, false);
        boolean known = isKnown(session, order);
        session.note("waybill: by " + order.transport()
                + (brief.get().counted().isPresent()
                        ? "; small transfers start immediately" + (known ? "" : ", without a forecast")
                        : known
                                ? "; the forecast follows when the size is known"
                                : "; the size is unknown, so no time is forecast"));
        String id = brief.get().advice().id();
        return new Start(order, null, null, result -> AdviceSession.ended(session, id, best, result));
    }

    private Start thoroughly(Session session, MoveChoice choice, AdviceRequest request, boolean mayTry)
            throws TransferException, InterruptedException {
        Advisor.AdviceResult adviceResult =
                choice.dryRun() ? AdviceSession.advise(session, request) : AdviceSession.ofCopy(session, request);
        Workflow best = choice.option(
                adviceResult, workflow, circuit, !request.replicas().isEmpty());
        prefer.noteUnused(session, adviceResult, best);
        TransferOrder order = choice.by(adviceResult, best, workflow != null);
        if (workflow != null && request.replicas().isEmpty()) {
            NamedPlace place = new NamedPlace(session.stores(), session::note);
            place.checkSource(choice.source(), order.request().source());
            place.checkDestination(choice.destination(), order.request().destination());
        }
        boolean ours =
                usual() && request.replicas().isEmpty() && request.prefer().isEmpty() && !choice.dryRun();
        Optional<Trial> trial = ours && mayTry && explore == Explore.AUTO
                ? Trial.begin(session, choice, adviceResult, best)
                : Optional.empty();
        TransferOrder first = trial.map(Trial::order).orElse(order);
        session.note("waybill: by " + trial.map(Trial::told).orElse(order.transport())
                + (first.forecast().isKnown() || !isKnown(session, first)
                        ? ", "
                                + forecast(
                                        first.forecast(), adviceResult.advice().adviceSeconds())
                        : ""));
        if (order.circuit() == null && workflow == null) {
            noteUnused(session, adviceResult.advice().workflows().getFirst());
        }
        return new Start(order, trial.orElse(null), null, result -> {
            AdviceSession.ended(session, adviceResult.advice().id(), best, result);
            if (ours) {
                Trial.ended(session, result);
            }
        });
    }

    private static void noteUnused(Session session, Workflow fastest) {
        String unused = fastest.circuit() != null
                ? "--circuit"
                : fastest.hasStops()
                        ? "--workflow " + fastest.id() + ", which keeps a copy at "
                                + String.join(" and ", fastest.via()) + " meanwhile,"
                        : "";
        if (fastest.movable() && fastest.estimate().isKnown() && !unused.isEmpty()) {
            session.note("waybill: " + unused + " would be quicker, "
                    + HumanUnits.band(
                            fastest.estimate().secondsP50(), fastest.estimate().secondsP90()));
        }
    }

    /** Whether earlier copies show the time of an order as soon as its size is known. */
    private static boolean isKnown(Session session, TransferOrder order) {
        return new RecentTransfers(session.home().recent()).know(order);
    }

    /** The user waits for the advice too: it is part of the command's time. */
    static String forecast(Estimate transfer, double adviceSeconds) {
        Estimate all = transfer.after(-adviceSeconds);
        String alone = "forecast " + HumanUnits.band(transfer.secondsP50(), transfer.secondsP90());
        return transfer.isKnown()
                ? alone + "; the whole command " + HumanUnits.band(all.secondsP50(), all.secondsP90())
                        + ", including the advice of " + HumanUnits.time(adviceSeconds)
                : alone;
    }

    /** What excludes each other. */
    private void checkTogether(Session session, MoveChoice choice, String named) {
        if (workflow != null && !named.isEmpty()) {
            throw Invalid.usage("--workflow and --transport exclude each other: the workflow has its own transport");
        }
        if (circuit && (workflow != null || !named.isEmpty() || !via.isEmpty())) {
            throw Invalid.usage(
                    "--circuit uses the best option over a circuit: leave --workflow, --transport and --via out");
        }
        if (prefer.protocols().isEmpty()) {
            return;
        }
        if (workflow != null || !named.isEmpty()) {
            throw Invalid.usage("--prefer orders the options of the advice: leave --workflow and --transport out");
        }
        if (isLocal(choice) || isOverRelays(choice)) { // whose caller may always name it
            session.note("waybill: --prefer is not used "
                    + (isLocal(choice) ? "between places of this machine" : "with --via, which needs a node"));
        }
    }

    private static boolean isLocal(MoveChoice choice) {
        return choice.source().isLocal() && choice.destination().isLocal();
    }

    /** The laboratory's mode must be asked for by name, and --quiet does not hide it. */
    private void checkLaboratory(Session session, String named) {
        if (lossLimit != null && !(lossLimit > 0 && lossLimit <= 100)) {
            throw Invalid.usage(
                    "invalid --loss-limit '" + lossLimit + "': expected a percentage above 0 and up to 100");
        }
        if (!insecureLab) {
            return;
        }
        if (named.isEmpty() || !Protocols.transport(named).isDatagrams()) {
            throw Invalid.usage("--insecure-lab is for --transport plut or tsp");
        }
        session.terminal()
                .warn("WARNING: --insecure-lab: datagrams are sent without a cipher; use it for "
                        + "measurements in a laboratory, never on a network that others can reach");
    }

    /** The mover of datagrams with this command's limits. */
    EngineMover tuned(EngineMover datagrams) {
        EngineMover mover = insecureLab ? datagrams.inLaboratory() : datagrams;
        return lossLimit == null
                ? mover
                : mover.withBreaker(new CircuitBreaker.Limits(lossLimit / 100, CircuitBreaker.DEFAULT.durationNs()));
    }
}
