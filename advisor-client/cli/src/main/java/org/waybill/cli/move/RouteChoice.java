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
import org.waybill.cli.command.CommandFailure;
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
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.PeerStore;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/**
 * Chooses how a copy starts, and says so: by the transport that was named or is plainly meant, else by the best option
 * known now, else by advice.
 *
 * @param copies of data that the user named by what they are; empty for a place
 * @param mayTry whether another option may be tried first; if not, the source will be deleted: it is read by the protocol
 *     that it was named for
 */
record RouteChoice(Session session, RouteOptions route, MoveChoice choice, List<KnownReplica> copies, boolean mayTry) {
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

    /** @param named the transport; empty for none */
    Start start(String named) throws TransferException, InterruptedException {
        if (!named.isEmpty()) {
            Start start = Start.by(choice.by(named));
            noteUnusedProxy(named);
            return start;
        }
        if (isLocal(choice) && !route.circuit) {
            return Start.by(choice.by(Transport.LOCAL.name()));
        }
        Optional<TransferOrder> only = route.workflow == null && !route.circuit ? onlyPossible() : Optional.empty();
        if (only.isPresent()) {
            return Start.by(only.get());
        }
        boolean asNamed = !mayTry && route.workflow == null;
        MoveChoice place = asNamed ? choice.between(choice.source().chosen(), choice.destination()) : choice;
        return new RouteChoice(session, route, place, copies, mayTry).advised();
    }

    private Start advised() throws TransferException, InterruptedException {
        AdviceRequest request = new AdviceRequest(
                choice.source(),
                choice.destination(),
                null,
                route.prefer.protocols(),
                false,
                choice.deadline(),
                route.dedicated,
                choice.data().streams(),
                copies,
                choice.rules().filter());
        boolean asks = route.usual() && copies.isEmpty() && !session.hasNamedService();
        Optional<BestKnownOption> known = asks ? known(request) : Optional.empty();
        if (known.isPresent()) {
            return atOnce(request, known.get());
        }
        try {
            return asks ? adviseFast(request) : thoroughly(request);
        } catch (CommandFailure e) {
            Optional<String> asNamed = route.usual() && copies.isEmpty() ? allTheSame(e) : Optional.empty();
            if (asNamed.isEmpty()) {
                throw e;
            }
            session.note("waybill: " + Overload.HERE.told(e.reason(), String.valueOf(e.getMessage())) + "; trying "
                    + asNamed.get() + " all the same");
            return Start.by(choice.by(asNamed.get()));
        }
    }

    /**
     * What to do when looking for protocols found nothing: on a busy machine answers come too late, while the server is
     * there. The transfer itself waits longer, and says the true cause.
     *
     * @return the transport of the protocol that the user named, or of SSH for {@code host:path}; empty if nothing helps
     */
    private Optional<String> allTheSame(CommandFailure failure) {
        boolean answered = Overload.hasAnswered(String.valueOf(failure.getMessage()));
        Endpoint end = choice.source().isLocal() ? choice.destination() : choice.source();
        boolean between = !choice.source().isLocal() && !choice.destination().isLocal();
        return failure.reason() != Reason.UNREACHABLE || answered || between ? Optional.empty() : Transports.first(end);
    }

    /** The option that needs no advice; empty for {@code host:path} that a node may have, of which advice tries one. */
    private Optional<BestKnownOption> known(AdviceRequest request) {
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

    private Start atOnce(AdviceRequest request, BestKnownOption best) throws TransferException {
        TransferOrder order = choice.by(best.transport());
        // what is known from earlier copies is shown as soon as the amount is known
        session.note("waybill: by " + best.transport() + ", which starts immediately; 'waybill advise' "
                + (isKnown(order) ? "lists other options" : "forecasts it and lists other options"));
        return new Start(order, null, beside(request, order, best.others()), _ -> {});
    }

    private @Nullable BesideAdvice beside(AdviceRequest request, TransferOrder order, BestKnownOption.Others others)
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
                mayTry && choice.isUsual()
                        ? new AdviceAtNode(session, choice, request, order.request(), OpenEndpoints.remote(session))
                        : null;
        };
    }

    /** Where a jump host, a proxy or the named relays leave one server. */
    private Optional<TransferOrder> onlyPossible() throws TransferException {
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            if (end.behind()) {
                session.note(
                        "waybill: by SSH: no other protocol uses the jump host or command of the ssh configuration");
                return Optional.of(choice.by(route.prefer.transport(end, Transport.SFTP.name())));
            }
        }
        if (isOverRelays(choice)) {
            noteUnusedProxy(Transport.TCP.name());
            return Optional.of(choice.by(Transport.TCP.name()));
        }
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            Optional<Proxies.Server> proxy = session.proxy(end);
            if (proxy.isPresent()) {
                String by = route.prefer.transport(end, Transports.first(end).orElseThrow());
                session.note("waybill: by " + by + ", through the proxy " + proxy.get());
                return Optional.of(choice.by(by));
            }
        }
        return Optional.empty();
    }

    static boolean isOverRelays(MoveChoice choice) {
        NetworkPaths paths = choice.networkPaths();
        return paths != null && !paths.isDirect();
    }

    static boolean isLocal(MoveChoice choice) {
        return choice.source().isLocal() && choice.destination().isLocal();
    }

    /** Relays and datagrams are reached directly only, whatever the environment says. */
    private void noteUnusedProxy(String transport) throws TransferException {
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

    /** A small amount is copied sooner than history and path could be looked up. */
    private Start adviseFast(AdviceRequest request) throws TransferException, InterruptedException {
        Optional<Advisor.AdviceResult> brief = AdviceSession.brief(session, request);
        if (brief.isEmpty()) {
            return thoroughly(request);
        }
        Workflow best = choice.option(brief.get(), null, false, false);
        route.prefer.noteUnused(session, brief.get(), best);
        TransferOrder order = choice.by(brief.get(), best, false);
        boolean known = isKnown(order);
        session.note("waybill: by " + order.transport()
                + (brief.get().counted().isPresent()
                        ? "; small transfers start immediately" + (known ? "" : ", without a forecast")
                        : known
                                ? "; the forecast follows when the size is known"
                                : "; the size is unknown, so no time is forecast"));
        String id = brief.get().advice().id();
        return new Start(order, null, null, result -> AdviceSession.ended(session, id, best, result));
    }

    private Start thoroughly(AdviceRequest request) throws TransferException, InterruptedException {
        Advisor.AdviceResult adviceResult =
                choice.dryRun() ? AdviceSession.advise(session, request) : AdviceSession.ofCopy(session, request);
        @Nullable String workflow = route.workflow;
        Workflow best = choice.option(adviceResult, workflow, route.circuit, !copies.isEmpty());
        route.prefer.noteUnused(session, adviceResult, best);
        TransferOrder order = choice.by(adviceResult, best, workflow != null);
        if (workflow != null && copies.isEmpty()) {
            NamedPlace place = new NamedPlace(session.stores(), session::note);
            place.checkSource(choice.source(), order.request().source());
            place.checkDestination(choice.destination(), order.request().destination());
        }
        boolean ours = route.usual() && copies.isEmpty() && request.prefer().isEmpty() && !choice.dryRun();
        Optional<Trial> trial = ours && mayTry && route.explore == RouteOptions.Explore.AUTO
                ? Trial.begin(session, choice, adviceResult, best)
                : Optional.empty();
        TransferOrder first = trial.map(Trial::order).orElse(order);
        session.note("waybill: by " + trial.map(Trial::told).orElse(order.transport())
                + (first.forecast().isKnown() || !isKnown(first)
                        ? ", "
                                + forecast(
                                        first.forecast(), adviceResult.advice().adviceSeconds())
                        : ""));
        if (order.circuit() == null && workflow == null) {
            noteUnused(adviceResult.advice().workflows().getFirst());
        }
        return new Start(order, trial.orElse(null), null, result -> {
            AdviceSession.ended(session, adviceResult.advice().id(), best, result);
            if (ours) {
                Trial.ended(session, result);
            }
        });
    }

    private void noteUnused(Workflow fastest) {
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
    private boolean isKnown(TransferOrder order) {
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
}
