package org.waybill.cli.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.advise.PreferOption;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which option of the advice a copy takes and over which path, as options; {@link RouteChoice} follows them. */
@Command
final class RouteOptions {
    @Option(
            names = "--workflow",
            paramLabel = "ID",
            description =
                    "Use the option with this ID in 'waybill advise', or with this number, which may denote another "
                            + "option the next time.")
    @Nullable
    String workflow;

    @Mixin
    final PreferOption prefer = new PreferOption();

    @Option(
            names = "--circuit",
            description = "Reserve a circuit for it: hold, commit, wait for its start, copy at its rate, release it.")
    boolean circuit;

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
    boolean dedicated;

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
    Explore explore = Explore.AUTO;

    /** Whether options are tried to learn their time. */
    enum Explore {
        AUTO,
        NO
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

    /** @see RouteChoice */
    RouteChoice.Start start(Session session, MoveChoice choice, String named, List<KnownReplica> copies, boolean mayTry)
            throws TransferException, InterruptedException {
        checkLaboratory(session, named);
        checkTogether(session, choice, named);
        return new RouteChoice(session, this, choice, copies, mayTry).start(named);
    }

    /** Whether nothing was asked for that only thorough advice can find. */
    boolean usual() {
        return workflow == null && !circuit && !dedicated;
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
        boolean local = RouteChoice.isLocal(choice);
        if (local || RouteChoice.isOverRelays(choice)) { // whose caller may always name it
            session.note("waybill: --prefer is not used "
                    + (local ? "between places of this machine" : "with --via, which needs a node"));
        }
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
