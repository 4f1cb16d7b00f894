package org.waybill.cli.move;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.Advising;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.MissingFiles;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Transports;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.Amounts;
import org.waybill.client.HomeFailures;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill copy SRC DST}, which was {@code move} in version 0.1 and may be called so. */
@Command(name = "copy", aliases = "move",
        header = "Copy data from SRC to DST by the best option, verify the copy, and compare the time with the "
                + "forecast.",
        description = {
            "",
            "SRC stays as it is: 'move' is this command's name in version 0.1 and remains one.",
            "",
            "As with rsync, an SRC that ends in a slash means what the directory holds, and goes into DST itself. Any "
                + "other SRC goes below a DST that ends in a slash, under its own name.",
            "",
            "Files are written under a temporary name and renamed after their SHA-256 was compared with the source's. "
                + "After an interruption, re-run the command to resume; lost connections are retried.",
            "",
            "The first option of 'waybill advise' is used. Small transfers (up to 16 MiB in 100 files, or 4 MiB where "
                + "the service runs) start immediately by the protocol that SRC or DST names, SSH for user@host.",
            "",
            "Bandwidth is reserved only with --circuit, or when --workflow names an option that does. Data that "
                + "were named by what they are (dataset:, checksum:) get their name only if they have the checksum "
                + "that the catalogue lists.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill copy results.h5 user@dtn.example.org:/data/",
            "  waybill copy --workflow 2 /data/run7 sftp://archive.example.org/archive/",
            "  waybill copy --transport tcp --rate 500M big.nc waybill://dtn.example.org/incoming/",
            "  tar c run7 | waybill copy - waybill://dtn.example.org/run7.tar"
        })
public final class MoveCommand extends WaybillCommand {
    @Mixin
    private final Ends ends = new Ends();

    @Option(names = "--workflow", paramLabel = "ID", description = "The option with this id in 'waybill advise', or "
            + "with this number, which may be another's the next time.")
    private @Nullable String workflow;

    @Option(names = {"-r", "-R", "--recursive"}, hidden = true,
            description = "As for scp and rsync: directories are copied with all that they hold in any case.")
    @SuppressWarnings("UnusedVariable") // habit may write it
    private boolean recursive;

    @Option(names = "--circuit", description = "Reserve a circuit for it: hold, commit, wait for its start, move at "
            + "its rate, give it back.")
    private boolean circuit;

    @Option(names = "--transport", paramLabel = "T", defaultValue = Transports.AUTO,
            completionCandidates = Transports.Names.class,
            description =
                    "${COMPLETION-CANDIDATES}; gsiftps is gsiftp with encrypted data. Any but auto starts at once, "
                    + "without advice. Default: ${DEFAULT-VALUE}.")
    private String transport = Transports.AUTO;

    @Option(names = "--via", paramLabel = "PATH",
            description = "none, relays in order as HOST:PORT,HOST:PORT, auto (the direct path and whichever known "
                    + "relays make it faster) or auto:HOST:PORT,... Given several times, the data take all these paths "
                    + "at once. Default: as advised.")
    private List<String> via = List.of();

    @Option(names = "--streams", paramLabel = "N", defaultValue = "auto",
            description = "Parallel connections: auto, or a number. Default: ${DEFAULT-VALUE}.")
    private String streams = "auto";

    @Option(names = "--rate", paramLabel = "R", converter = Quantities.BitsPerSecond.class,
            description = "Never send faster: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Option(names = "--dedicated", description = "The path is yours alone: UDP transports may be used on it.")
    private boolean dedicated;

    @Option(names = "--insecure-lab", description = "Laboratory only: datagrams of plut and tsp bear a checksum "
            + "instead of a cipher. What they carry stays encrypted.")
    private boolean insecureLab;

    @Option(names = "--loss-limit", paramLabel = "PERCENT",
            description = "plut and tsp end when this side sends and more than this is lost for 10 s, since the path "
                    + "is not what it was said to be. Default: 10.")
    private @Nullable Double lossLimit;

    @Option(names = "--deadline", paramLabel = "T", converter = Quantities.Deadline.class,
            description =
            "Abort at this time: 90m, 2h30m, 18:00, 2026-12-31T18:00. Default: after 24 h without progress.")
    private @Nullable Instant deadline;

    @Option(names = "--verify", paramLabel = "V", defaultValue = "sha256",
            description = "sha256, or none: the two ends are not compared. Default: ${DEFAULT-VALUE}.")
    private Verify verify = Verify.SHA256;

    @Option(names = "--dry-run", description = "Say what would be copied, and copy nothing.")
    private boolean dryRun;

    @Option(names = "--error-on-no-transfer", description = "End with exit code 9 if everything was there already and "
            + "nothing was sent.")
    private boolean errorOnNoTransfer;

    @Option(names = "--strict", description = "End with exit code 15 if anything was left out, such as a symbolic "
            + "link.")
    private boolean strict;

    @Option(names = "--report", paramLabel = "F", description = "Write the JSON report to F as well.")
    private @Nullable Path report;

    @Option(names = "--events", paramLabel = "F",
            description = "Write what happens to F as it happens, one JSON object a line; - is standard output, in "
                    + "place of the text. The last one holds the report.")
    private @Nullable String events;

    private @Nullable EventLines lines;

    MoveCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        ends.requireWritable("--report", report, false);
        ends.requireWritable("--events", events == null || events.equals("-") ? null : Path.of(events), true);
        Ends.Named named = ends.named(session);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        if (source.isStream() && !session.terminal().hasInput()) {
            throw new CommandFailure(Reason.BAD_INPUT, "standard input is closed: name a file in place of -");
        }
        if (destination.isStream() && session.json()) {
            throw new CommandFailure(Reason.BAD_INPUT, "--json and the destination - both want standard output: "
                    + "use --report F for the document");
        }
        if ("-".equals(events) && (session.json() || destination.isStream())) {
            throw new CommandFailure(Reason.BAD_INPUT, "--events - and " + (session.json() ? "--json"
                    : "the destination -") + " both want standard output: give --events a file");
        }
        NetworkPaths networkPaths = ViaOption.parse(via, () -> KnownRelays.of(session, source, destination));
        MoveChoice choice = new MoveChoice(source, destination, networkPaths, streamCount(), rate == null
                ? 0 : rate, verify,
                deadline, dryRun, dedicated, named.expected());
        Estimate forecast = Estimate.UNKNOWN;
        try {
            TransferOrder order = order(session, choice, named.copies());
            forecast = order.forecast();
            TransferResult result = carryOut(session, order);
            @Nullable Reason unwanted = unwanted(result.report());
            MoveDocument document = MoveDocument.succeeded(source.format(), destination.format(), order, result);
            finish(session, unwanted == null ? document : document.withStatus(unwanted), result);
            if (unwanted == Reason.LEFT_OUT && session.quiet()) {
                MissingFiles.print(session.terminal().err(), result.report().notTransferred());
            }
            return unwanted == null ? 0 : unwanted.exitCode();
        } catch (TransferException e) {
            TransferException told = HomeFailures.mayBe(e.reason(), e.getMessage(), session.home())
                    ? HomeFailures.of(e, session.home()).orElse(e) : e;
            throw report(source, destination, forecast, told.reason(), String.valueOf(told.getMessage()), e);
        } catch (CommandFailure e) {
            throw report(source, destination, forecast, e.reason(), String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            throw report(source, destination, forecast, Reason.INTERRUPTED,
                    "interrupted; what has arrived is kept: re-run the command to resume", e);
        }
    }

    /** What the user does not count as a success. */
    private @Nullable Reason unwanted(TransferReport report) {
        if (strict && !report.notTransferred().isEmpty()) {
            return Reason.LEFT_OUT;
        }
        return errorOnNoTransfer && report.foundEverything() ? Reason.NOTHING_TO_DO : null;
    }

    private TransferOrder order(Session session, MoveChoice choice, List<KnownReplica> copies)
            throws TransferException, InterruptedException {
        String named = transport.toLowerCase(Locale.ROOT);
        checkLaboratory(session, named);
        if (workflow != null && !named.equals(Transports.AUTO)) {
            throw new CommandFailure(Reason.BAD_INPUT, "--workflow and --transport exclude each other: the workflow "
                    + "says which transport it takes");
        }
        if (circuit && (workflow != null || !named.equals(Transports.AUTO) || !via.isEmpty())) {
            throw new CommandFailure(Reason.BAD_INPUT,
                    "--circuit uses the best option over a circuit: leave --workflow, "
                    + "--transport and --via out");
        }
        if (!named.equals(Transports.AUTO)) {
            return choice.by(named);
        }
        if (choice.source().isLocal() && choice.destination().isLocal() && !circuit) {
            return choice.by(Transport.LOCAL.name());
        }
        if (choice.networkPaths() != null && !choice.networkPaths().isDirect() && workflow == null) {
            return choice.by(Transport.TCP.name());
        }
        AdviceRequest request = new AdviceRequest(choice.source(), choice.destination(), null, List.of(), false,
                deadline, dedicated, choice.streams()).at(copies);
        return usual() && copies.isEmpty() && !session.hasNamedService() ? adviseFast(session, choice, request)
                : thoroughly(session, choice, request);
    }

    /** Whether nothing is wanted that only thorough advice can tell. */
    private boolean usual() {
        return workflow == null && !circuit && !dedicated;
    }

    /** Little is moved sooner than history and path could say how. */
    private TransferOrder adviseFast(Session session, MoveChoice choice, AdviceRequest request)
            throws TransferException, InterruptedException {
        Optional<Advisor.AdviceResult> brief = Advising.brief(session, request);
        if (brief.isEmpty()) {
            return thoroughly(session, choice, request);
        }
        TransferOrder order = choice.by(brief.get(), null, false, false);
        session.note("waybill: by " + order.transport() + (brief.get().counted().isPresent()
                ? "; small transfers start immediately, without history and path"
                : "; of data whose size is unknown no time is forecast"));
        return order;
    }

    private TransferOrder thoroughly(Session session, MoveChoice choice, AdviceRequest request)
            throws TransferException, InterruptedException {
        Advisor.AdviceResult adviceResult = Advising.advisor(session).advise(request);
        TransferOrder order = choice.by(adviceResult, workflow, circuit, !request.replicas().isEmpty());
        session.note("waybill: by " + order.transport() + ", forecast " + Amounts.band(order.forecast().secondsP50(),
                order.forecast().secondsP90()));
        if (order.circuit() == null && workflow == null) {
            adviceResult.advice().workflows().stream().findFirst().filter(option -> option.circuit() != null
                    && option.movable())
                    .ifPresent(option -> session.note("waybill: --circuit would be quicker, "
                            + Amounts.band(option.estimate().secondsP50(), option.estimate().secondsP90())));
        }
        return order;
    }

    /** Nobody uses it unawares: it must be asked for by name, and --quiet does not hide it. */
    private void checkLaboratory(Session session, String named) {
        if (lossLimit != null && !(lossLimit > 0 && lossLimit <= 100)) {
            throw new CommandFailure(Reason.BAD_INPUT, "--loss-limit is a percentage above 0 and up to 100, not "
                    + lossLimit);
        }
        if (!insecureLab) {
            return;
        }
        if (!Protocols.transport(named).isDatagrams()) {
            throw new CommandFailure(Reason.BAD_INPUT, "--insecure-lab is for --transport plut or tsp");
        }
        session.terminal().err().println("waybill: WARNING: --insecure-lab: datagrams go without a cipher; "
                + "for measurements in a laboratory, never on a network that others can reach");
    }

    private EngineMover tuned(EngineMover datagrams) {
        EngineMover mover = insecureLab ? datagrams.inLaboratory() : datagrams;
        return lossLimit == null ? mover : mover.withBreaker(
                new CircuitBreaker.Limits(lossLimit / 100, CircuitBreaker.DEFAULT.durationNs()));
    }

    private TransferResult carryOut(Session session, TransferOrder order)
            throws TransferException, InterruptedException {
        try (ProgressView progress = new ProgressView(session.terminal(), session.quiet() || "-".equals(events))) {
            return new Moves(session, this::tuned).move(order, events == null ? progress : lines(session, progress));
        }
    }

    /** The lines are closed with the command, after the end was written. */
    private EventLines lines(Session session, TransferListener also) {
        EventLines opened = EventLines.to(String.valueOf(events), session.terminal(), InstantSource.system(), also);
        lines = opened;
        return opened;
    }

    private void endEvents(MoveDocument document) {
        EventLines open = lines;
        if (open != null) {
            open.end(document);
            open.close();
        }
    }

    private void finish(Session session, MoveDocument document, TransferResult result) {
        endEvents(document);
        if (report != null) {
            Moves.writeReport(report, document);
        }
        if (session.json()) {
            Json.write(session.terminal().out(), document);
        } else if (!session.quiet() && !"-".equals(events)) {
            // standard output may be the destination
            Moves.print(document.destination().equals("-") ? session.terminal().err() : session.terminal().out(),
                    result, dryRun);
        }
    }

    private CommandFailure report(Endpoint source, Endpoint destination, Estimate forecast, Reason reason,
            String message, Exception cause) {
        MoveDocument document = MoveDocument.failed(source.format(), destination.format(), transport, forecast, reason,
                message, dryRun, MissingFiles.of(cause));
        endEvents(document);
        if (report != null) {
            Moves.writeReport(report, document);
        }
        return new CommandFailure(reason, message, cause).with(document);
    }

    private int streamCount() {
        if (streams.equalsIgnoreCase("auto")) {
            return 0;
        }
        try {
            int count = Integer.parseInt(streams);
            if (count >= 1 && count <= 128) {
                return count;
            }
        } catch (NumberFormatException ignored) {
            // said below
        }
        throw new CommandFailure(Reason.BAD_INPUT, "invalid --streams '" + streams + "': expected auto or 1-128");
    }
}
