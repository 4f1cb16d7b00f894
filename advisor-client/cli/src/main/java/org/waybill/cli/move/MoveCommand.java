package org.waybill.cli.move;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Transports;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HomeFailures;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill copy SRC DST}, which was {@code move} in version 0.1 and may be called so. */
@Command(
        name = "copy",
        header = "Copy data from SRC to DST by the best option, verify the copy, and compare the time with the "
                + "forecast.",
        description = {
            "",
            "SRC stays as it is: 'move' is this command's name in version 0.1 and remains one.",
            "",
            "As with rsync, an SRC that ends in a slash means what the directory holds, and goes into DST itself. Any "
                    + "other SRC goes below a DST that ends in a slash, under its own name.",
            "",
            "Several SRC go into the directory DST: 'waybill copy A B C DST'. Wildcards in a quoted SRC are expanded "
                    + "where it lies: 'user@host:/data/run*.h5'.",
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

    @Parameters(
            index = "2..*",
            arity = "0..*",
            hidden = true,
            description =
                    "With more than two places the last one " + "is DST, a directory, and each other one goes into it.")
    private List<String> more = List.of();

    @Mixin
    private final CopyRuleOptions rules = new CopyRuleOptions();

    @Mixin
    private final OverwriteOptions replaced = new OverwriteOptions();

    @Option(
            names = "--workflow",
            paramLabel = "ID",
            description = "The option with this id in 'waybill advise', or "
                    + "with this number, which may be another's the next time.")
    private @Nullable String workflow;

    @Option(
            names = {"-r", "-R", "--recursive", "-a", "--archive", "-p", "-t", "--times", "--perms", "-l"},
            hidden = true,
            description = "As for scp and rsync: directories are copied with all that they hold, "
                    + "and with times, modes and links where both ends can, in any case.")
    @SuppressWarnings("UnusedVariable") // habit may write it, more than once
    private boolean[] recursive = {};

    @Option(
            names = "--circuit",
            description =
                    "Reserve a circuit for it: hold, commit, wait for its start, move at " + "its rate, give it back.")
    private boolean circuit;

    @Option(
            names = "--transport",
            paramLabel = "T",
            defaultValue = Transports.AUTO,
            completionCandidates = Transports.Names.class,
            description =
                    "${COMPLETION-CANDIDATES}; gsiftps is gsiftp with encrypted data. Any but auto starts at once, "
                            + "without advice. Default: ${DEFAULT-VALUE}.")
    private String transport = Transports.AUTO;

    @Option(
            names = "--via",
            paramLabel = "PATH",
            description = "none, relays in order as HOST:PORT,HOST:PORT, auto (the direct path and whichever known "
                    + "relays make it faster) or auto:HOST:PORT,... Given several times, the data take all these paths "
                    + "at once. Default: as advised.")
    private List<String> via = List.of();

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "auto",
            description = "Parallel connections: auto, or a number. Default: ${DEFAULT-VALUE}.")
    private String streams = "auto";

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Never send faster: 500M or 1.5Gbit/s (bits), 60MB/s (bytes). Default: no limit.")
    private @Nullable Long rate;

    @Option(
            names = "--bwlimit",
            paramLabel = "R",
            converter = Quantities.BandwidthLimit.class,
            description = "The same in bytes a second, with rsync's suffixes: 1000 or 1000K is 1000 KiB/s, 1.5m is "
                    + "1.5 MiB/s, 10MB is 10,000,000 bytes/s.")
    private @Nullable Long bandwidthLimit;

    @Option(
            names = {"-v", "--verbose"},
            hidden = true,
            description = "As for scp and rsync, which say more with it.")
    @SuppressWarnings("UnusedVariable") // habit may write it, more than once
    private boolean[] verbose = {};

    @Option(names = "--progress", hidden = true, description = "As for rsync: it is shown on a terminal in any case.")
    @SuppressWarnings("UnusedVariable") // habit may write it
    private boolean progress;

    @Option(names = "--dedicated", description = "The path is yours alone: UDP transports may be used on it.")
    private boolean dedicated;

    @Option(
            names = "--insecure-lab",
            description = "Laboratory only: datagrams of plut and tsp bear a checksum "
                    + "instead of a cipher. What they carry stays encrypted.")
    private boolean insecureLab;

    @Option(
            names = "--loss-limit",
            paramLabel = "PERCENT",
            description = "plut and tsp end when this side sends and more than this is lost for 10 s, since the path "
                    + "is not what it was said to be. Default: 10.")
    private @Nullable Double lossLimit;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            converter = Quantities.Deadline.class,
            description =
                    "Abort at this time: 90m, 2h30m, 18:00, 2026-12-31T18:00. Default: after 24 h without progress.")
    private @Nullable Instant deadline;

    @Option(
            names = "--verify",
            paramLabel = "V",
            defaultValue = "sha256",
            description = "sha256, or none: the two ends are not compared. Default: ${DEFAULT-VALUE}.")
    private Verify verify = Verify.SHA256;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Say what would be copied, and copy nothing.")
    private boolean dryRun;

    @Option(
            names = "--delete-source",
            description = "Delete each file of SRC after the whole copy was verified, if it "
                    + "still is what was copied. Directories and links stay.")
    private boolean deleteSource;

    @Option(
            names = "--error-on-no-transfer",
            description = "End with exit code 9 if everything was there already and " + "nothing was sent.")
    private boolean errorOnNoTransfer;

    @Option(
            names = "--strict",
            description = "End with exit code 15 if anything was left out, such as a symbolic " + "link.")
    private boolean strict;

    @Option(names = "--report", paramLabel = "F", description = "Write the JSON report to F as well.")
    private @Nullable Path report;

    @Option(
            names = "--events",
            paramLabel = "F",
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
        List<String> places = ends.places(more);
        String target = places.getLast();
        CopyRules wanted = replaced.with(rules.rules());
        List<SourceList.Part> parts;
        try (RemoteListings there = new RemoteListings(session, ends)) {
            parts = new SourceList(there).parts(places.subList(0, places.size() - 1));
        }
        boolean intoDirectory = places.size() > 2 || parts.size() > 1;
        if (wanted.filter().chosen() != null) {
            if (intoDirectory) {
                throw new CommandFailure(Reason.BAD_INPUT, "--files-from names what is copied of one source: give one");
            }
            parts = parts.stream().map(SourceList.Part::contents).toList();
        }
        List<PartOutcome> done = new ArrayList<>();
        try (ProgressView progress = new ProgressView(session.terminal(), session.quiet() || "-".equals(events))) {
            for (SourceList.Part part : parts) {
                done.add(copy(
                        session,
                        part,
                        intoDirectory ? asDirectory(target) : target,
                        wanted,
                        progress,
                        parts.size() == 1));
                if (done.getLast().reason() == Reason.INTERRUPTED) {
                    break;
                }
            }
        }
        return done.size() == 1 ? end(session, done.getFirst()) : endOfSeveral(session, places, done);
    }

    /** Where several sources go each under its own name. */
    private static String asDirectory(String target) throws TransferException {
        Endpoint there = EndpointParser.parse(target);
        if (there.isStream()
                || there.isLocal()
                        && Files.isRegularFile(Path.of(there.location().path()))) {
            throw new CommandFailure(
                    Reason.BAD_INPUT, PrintableText.of(target) + " is no directory: several sources go into" + " one");
        }
        return target.endsWith("/") ? target : target.endsWith(":") ? target + "./" : target + "/";
    }

    /**
     * What became of one copy.
     *
     * @param result null where it failed, or nothing was to be done
     * @param failure null where it did not
     */
    private record PartOutcome(
            MoveDocument document,
            @Nullable TransferResult result,
            @Nullable CommandFailure failure,
            @Nullable Reason reason) {}

    private PartOutcome copy(
            Session session,
            SourceList.Part part,
            String target,
            CopyRules wanted,
            ProgressView progress,
            boolean single)
            throws TransferException, InterruptedException {
        Ends.Named named = ends.named(session, part.source(), target);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        checkStreams(session, source, destination, wanted);
        NetworkPaths networkPaths = ViaOption.parse(via, () -> KnownRelays.of(session, source, destination));
        MoveChoice choice = new MoveChoice(
                source,
                destination,
                networkPaths,
                streamCount(),
                rateLimit(),
                verify,
                deadline,
                dryRun,
                dedicated,
                named.expected(),
                part.rules(wanted));
        Estimate forecast = Estimate.UNKNOWN;
        try {
            TransferOrder order = order(session, choice, named.copies());
            forecast = order.forecast();
            @Nullable
            SourceDeletion deletion = deleteSource
                    ? SourceDeletion.before(
                            session, order.request(), named.copies().isEmpty())
                    : null;
            if (dryRun && single && part.rules(wanted).overwrite() == CopyRules.Overwrite.DIFFERENT) {
                return plan(session, named, order);
            }
            TransferResult result = new CopyRunner(session, this::tuned)
                    .move(order, events == null ? progress : lines(session, progress));
            Removal.Result gone =
                    deletion == null ? new Removal.Result(List.of(), List.of()) : deletion.after(result.report());
            sayDeleted(session, gone);
            @Nullable Reason unwanted = gone.firstFailure().orElse(unwanted(result.report()));
            MoveDocument document = MoveDocument.succeeded(source.format(), destination.format(), order, result)
                    .deleting(gone.deleted());
            return new PartOutcome(unwanted == null ? document : document.withStatus(unwanted), result, null, unwanted);
        } catch (TransferException e) {
            TransferException told = HomeFailures.mayBe(e.reason(), e.getMessage(), session.home())
                    ? HomeFailures.of(e, session.home()).orElse(e)
                    : e;
            return failed(source, destination, forecast, told.reason(), String.valueOf(told.getMessage()), e);
        } catch (CommandFailure e) {
            return failed(source, destination, forecast, e.reason(), String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            return failed(
                    source,
                    destination,
                    forecast,
                    Reason.INTERRUPTED,
                    "interrupted; what has arrived is kept: re-run the command to resume",
                    e);
        }
    }

    /** Looks at both ends; of a stream there is nothing to be seen. */
    private PartOutcome plan(Session session, Ends.Named named, TransferOrder order)
            throws TransferException, InterruptedException {
        boolean stream = named.source().isStream() || named.destination().isStream();
        PlannedCopy.@Nullable Found found = stream ? null : PlannedCopy.look(session, order);
        if (events != null) {
            lines(session, TransferListener.NONE);
        }
        PrintStream text = named.destination().isStream()
                ? session.terminal().err()
                : session.terminal().out();
        if (!session.json() && !session.quiet() && !"-".equals(events)) {
            if (found == null) {
                text.println("would copy a stream by " + order.transport());
            } else {
                PlannedCopy.print(text, found, order);
            }
        }
        return new PartOutcome(
                MoveDocument.planned(
                        named.source().format(),
                        named.destination().format(),
                        order,
                        found == null ? null : found.document(),
                        found == null ? List.of() : found.found().leftOut()),
                null,
                null,
                null);
    }

    private static void sayDeleted(Session session, Removal.Result gone) {
        gone.kept()
                .forEach(one -> session.terminal()
                        .err()
                        .println("waybill: not deleted at the source: " + PrintableText.of(one.path()) + ": "
                                + PrintableText.of(one.text())));
        if (!gone.deleted().isEmpty()) {
            session.note("waybill: deleted at the source: " + gone.deleted().size() + " files");
        }
    }

    private void checkStreams(Session session, Endpoint source, Endpoint destination, CopyRules wanted) {
        if (source.isStream() && !session.terminal().hasInput()) {
            throw new CommandFailure(Reason.BAD_INPUT, "standard input is closed: name a file in place of -");
        }
        if (destination.isStream() && session.json()) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--json and the destination - both want standard output: " + "use --report F for the document");
        }
        if ((source.isStream() || destination.isStream()) && !wanted.equals(CopyRules.USUAL)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "a stream is no file of a tree: leave filters, --overwrite and" + " --backup-dir out");
        }
        if ("-".equals(events) && (session.json() || destination.isStream())) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--events - and " + (session.json() ? "--json" : "the destination -")
                            + " both want standard output: give --events a file");
        }
    }

    private int end(Session session, PartOutcome done) {
        CommandFailure failure = done.failure();
        TransferResult result = done.result();
        finish(session, done.document());
        if (failure != null) {
            throw failure.with(done.document());
        }
        if (result == null && session.json()) {
            Json.write(session.terminal().out(), done.document());
        } else if (result != null) {
            print(session, done.document(), result);
            if (done.reason() == Reason.LEFT_OUT && session.quiet()) {
                NotTransferredText.print(
                        session.terminal().err(), result.report().notTransferred());
            }
        }
        return done.reason() == null ? 0 : done.reason().exitCode();
    }

    /** Each is told by itself; the worst says how it ended. */
    private int endOfSeveral(Session session, List<String> places, List<PartOutcome> done) {
        MoveDocument whole = MoveDocument.ofSeveral(
                places, done.stream().map(PartOutcome::document).toList());
        finish(session, whole);
        for (PartOutcome one : done) {
            TransferResult result = one.result();
            if (!session.json() && one.failure() != null) {
                session.terminal()
                        .err()
                        .println("waybill: " + one.document().source() + ": "
                                + PrintableText.of(String.valueOf(one.failure().getMessage())));
                NotTransferredText.print(
                        session.terminal().err(),
                        String.valueOf(one.failure().getMessage()),
                        one.document().notTransferred());
            } else if (!session.json() && !session.quiet() && result != null && !"-".equals(events)) {
                session.terminal().out().println(one.document().source() + ":");
                CopyRunner.print(session.terminal().out(), result, dryRun);
            }
        }
        if (session.json()) {
            Json.write(session.terminal().out(), whole);
        }
        return whole.exitCode();
    }

    private long rateLimit() {
        if (rate != null && bandwidthLimit != null) {
            throw new CommandFailure(Reason.BAD_INPUT, "--rate and --bwlimit are the same limit: leave one out");
        }
        return rate != null ? rate : bandwidthLimit != null ? bandwidthLimit : 0;
    }

    /** What the user does not count as a success. */
    private @Nullable Reason unwanted(TransferReport report) {
        if (strict && !report.notTransferred().stream().allMatch(NotTransferred::isKept)) {
            return Reason.LEFT_OUT;
        }
        return errorOnNoTransfer && report.foundEverything() ? Reason.NOTHING_TO_DO : null;
    }

    private TransferOrder order(Session session, MoveChoice choice, List<KnownReplica> copies)
            throws TransferException, InterruptedException {
        String named = transport.toLowerCase(Locale.ROOT);
        checkLaboratory(session, named);
        if (workflow != null && !named.equals(Transports.AUTO)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--workflow and --transport exclude each other: the workflow " + "says which transport it takes");
        }
        if (circuit && (workflow != null || !named.equals(Transports.AUTO) || !via.isEmpty())) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--circuit uses the best option over a circuit: leave --workflow, " + "--transport and --via out");
        }
        if (!named.equals(Transports.AUTO)) {
            return choice.by(named);
        }
        if (choice.source().isLocal() && choice.destination().isLocal() && !circuit) {
            return choice.by(Transport.LOCAL.name());
        }
        if ((choice.source().behind() || choice.destination().behind()) && workflow == null && !circuit) {
            session.note("waybill: by SSH, which alone goes through the jump host or command of the ssh configuration");
            return choice.by(Transport.SFTP.name());
        }
        for (Endpoint end : List.of(choice.source(), choice.destination())) {
            Optional<Proxies.Server> proxy = workflow == null && !circuit ? session.proxy(end) : Optional.empty();
            if (proxy.isPresent()) {
                String by = Protocols.named(end.location().scheme())
                        .orElseThrow()
                        .transports()
                        .getFirst()
                        .name();
                session.note("waybill: by " + by + ", through the proxy " + proxy.get());
                return choice.by(by);
            }
        }
        if (choice.networkPaths() != null && !choice.networkPaths().isDirect() && workflow == null) {
            return choice.by(Transport.TCP.name());
        }
        AdviceRequest request = new AdviceRequest(
                choice.source(),
                choice.destination(),
                null,
                List.of(),
                false,
                deadline,
                dedicated,
                choice.streams(),
                copies,
                choice.rules().filter());
        try {
            return usual() && copies.isEmpty() && !session.hasNamedService()
                    ? adviseFast(session, choice, request)
                    : thoroughly(session, choice, request);
        } catch (CommandFailure e) {
            Optional<String> asNamed =
                    usual() && copies.isEmpty() ? ProtocolFallback.tryAllTheSame(e, choice) : Optional.empty();
            if (asNamed.isEmpty()) {
                throw e;
            }
            session.note("waybill: " + e.getMessage() + ProtocolFallback.overload() + "; trying " + asNamed.get()
                    + " all the same");
            return choice.by(asNamed.get());
        }
    }

    /** Whether nothing is wanted that only thorough advice can tell. */
    private boolean usual() {
        return workflow == null && !circuit && !dedicated;
    }

    /** Little is moved sooner than history and path could say how. */
    private TransferOrder adviseFast(Session session, MoveChoice choice, AdviceRequest request)
            throws TransferException, InterruptedException {
        Optional<Advisor.AdviceResult> brief = AdviceSession.brief(session, request);
        if (brief.isEmpty()) {
            return thoroughly(session, choice, request);
        }
        TransferOrder order = choice.by(brief.get(), null, false, false);
        session.note("waybill: by " + order.transport()
                + (brief.get().counted().isPresent()
                        ? "; small transfers start immediately, without history and path"
                        : "; of data whose size is unknown no time is forecast"));
        return order;
    }

    private TransferOrder thoroughly(Session session, MoveChoice choice, AdviceRequest request)
            throws TransferException, InterruptedException {
        Advisor.AdviceResult adviceResult = AdviceSession.advisor(session).advise(request);
        TransferOrder order =
                choice.by(adviceResult, workflow, circuit, !request.replicas().isEmpty());
        session.note("waybill: by " + order.transport() + ", forecast "
                + HumanUnits.band(
                        order.forecast().secondsP50(), order.forecast().secondsP90()));
        if (order.circuit() == null && workflow == null) {
            adviceResult.advice().workflows().stream()
                    .findFirst()
                    .filter(option -> option.circuit() != null && option.movable())
                    .ifPresent(option -> session.note("waybill: --circuit would be quicker, "
                            + HumanUnits.band(
                                    option.estimate().secondsP50(),
                                    option.estimate().secondsP90())));
        }
        return order;
    }

    /** Nobody uses it unawares: it must be asked for by name, and --quiet does not hide it. */
    private void checkLaboratory(Session session, String named) {
        if (lossLimit != null && !(lossLimit > 0 && lossLimit <= 100)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT, "--loss-limit is a percentage above 0 and up to 100, not " + lossLimit);
        }
        if (!insecureLab) {
            return;
        }
        if (!Protocols.transport(named).isDatagrams()) {
            throw new CommandFailure(Reason.BAD_INPUT, "--insecure-lab is for --transport plut or tsp");
        }
        session.terminal()
                .err()
                .println("waybill: WARNING: --insecure-lab: datagrams go without a cipher; "
                        + "for measurements in a laboratory, never on a network that others can reach");
    }

    private EngineMover tuned(EngineMover datagrams) {
        EngineMover mover = insecureLab ? datagrams.inLaboratory() : datagrams;
        return lossLimit == null
                ? mover
                : mover.withBreaker(new CircuitBreaker.Limits(lossLimit / 100, CircuitBreaker.DEFAULT.durationNs()));
    }

    /** The lines are closed with the command, after the end was written. */
    private EventLines lines(Session session, TransferListener also) {
        EventLines open = lines;
        if (open != null) {
            return open;
        }
        EventLines opened = EventLines.to(String.valueOf(events), session.terminal(), InstantSource.system(), also);
        lines = opened;
        return opened;
    }

    /** A copy that fails before it begins has its end in the events too. */
    private void endEvents(Session session, MoveDocument document) {
        if (events == null) {
            return;
        }
        try {
            EventLines open = lines(session, TransferListener.NONE);
            open.end(document);
            open.close();
        } catch (CommandFailure e) {
            // this is why the copy failed, and is said then, or matters less than what it failed for
        }
    }

    private void finish(Session session, MoveDocument document) {
        endEvents(session, document);
        if (report != null) {
            CopyRunner.writeReport(report, document);
        }
    }

    private void print(Session session, MoveDocument document, TransferResult result) {
        if (session.json()) {
            Json.write(session.terminal().out(), document);
        } else if (!session.quiet() && !"-".equals(events)) {
            // standard output may be the destination
            CopyRunner.print(
                    document.destination().equals("-")
                            ? session.terminal().err()
                            : session.terminal().out(),
                    result,
                    dryRun);
        }
    }

    private PartOutcome failed(
            Endpoint source, Endpoint destination, Estimate forecast, Reason reason, String message, Exception cause) {
        MoveDocument document = MoveDocument.failed(
                source.format(),
                destination.format(),
                transport,
                forecast,
                reason,
                message,
                dryRun,
                NotTransferredText.of(cause));
        return new PartOutcome(document, null, new CommandFailure(reason, message, cause), reason);
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
