package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.StandardOutput;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.cli.move.CopyReport.CopyOutcome;
import org.waybill.cli.progress.ProgressView;
import org.waybill.cli.sources.SourceList;
import org.waybill.cli.task.BackgroundOption;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill copy SRC DST}, which was {@code move} in version 0.1 and may be called so. */
@Command(
        name = "copy",
        header = "Copy data from SRC to DST and verify the copy; SRC stays as it is.",
        description = {
            "",
            "'move' is the former name of this command and still works: it copies, too, and deletes nothing.",
            "",
            "As with rsync, an SRC that ends in a slash means the files in the directory, which go into DST itself."
                    + " Any other SRC goes below a DST that ends in a slash, under its own name.",
            "",
            "Several SRC go into the directory DST: 'waybill copy A B C DST'. Wildcards in a quoted SRC are expanded "
                    + "at the source: 'user@host:/data/run*.h5'.",
            "",
            "Files are written under a temporary name and renamed after their SHA-256 was compared with the source's. "
                    + "After an interruption, re-run the command to resume; lost connections are retried.",
            "",
            "A copy starts immediately by the protocol that SRC or DST names, SSH for user@host. Advice for a long"
                + " copy to or from a node, and for one by sftp:// or scp:// where a node of that host is paired, is"
                + " made while it runs, and the copy changes over to an option that is forecast to finish at least a"
                + " fifth earlier.",
            "",
            "The first option of 'waybill advise' is used for user@host where a node of that host is paired, between"
                    + " two remote hosts, and with --workflow, --circuit, --dedicated, --via, --deadline or --service.",
            "",
            "Data are kept at hosts between SRC and DST only with a --workflow that is staged there; each hop is"
                    + " verified, and the intermediate copies are removed at the end.",
            "",
            "Bandwidth is reserved only with --circuit, or with a --workflow that includes a circuit. Data that "
                    + "were named by identity (dataset:, checksum:) get their name only if they have the checksum "
                    + "that the catalogue lists.",
            "",
            "Options of rsync and scp are accepted where they ask for what is done anyway: -a, -r, -p, -t, -l, "
                    + "--partial, --progress, -P without a port. -z has no effect.",
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
    private static final String FORMER_NAME = "move";

    @Mixin
    private final TreeOptions tree = new TreeOptions();

    @Mixin
    private final ExtraOptions extras = new ExtraOptions();

    @Mixin
    private final OverwriteOptions replaced = new OverwriteOptions();

    @Mixin
    private final RouteOptions route = new RouteOptions();

    @Mixin
    private final TransferOptions transfer = new TransferOptions();

    @Mixin
    private final ReportOptions reports = new ReportOptions();

    @Mixin
    private final BackgroundOption background = new BackgroundOption();

    @Option(
            names = "--verify",
            paramLabel = "V",
            defaultValue = "sha256",
            description = "sha256, or none: source and copy are not compared. Default: ${DEFAULT-VALUE}.")
    private Verify verify = Verify.SHA256;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Show what would be copied, and copy nothing.")
    private boolean dryRun;

    @Option(
            names = "--max-total",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "Copy nothing of a SRC of which more than this would be copied, or files whose size is "
                    + "unknown (exit code 8). A copy that resumes counts what it would copy then.")
    private @Nullable Long maxTotalBytes;

    @Option(
            names = "--delete-source",
            description = "Delete each file of SRC after the whole copy was verified, if it "
                    + "is still the version that was copied. Directories and links stay.")
    private boolean deleteSource;

    @Option(
            names = {"--delete", "--delete-before", "--delete-during", "--delete-after", "--del", "--delete-excluded"},
            hidden = true,
            description = "As in rsync; only sync has it.")
    private boolean delete;

    @Option(
            names = "--error-on-no-transfer",
            description = "Exit with code 9 if no file was sent: all existed already, or none was selected.")
    private boolean errorOnNoTransfer;

    private final HardLinkNames names = new HardLinkNames();

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        if (delete) {
            throw Invalid.usage("copy deletes nothing at the destination: use 'waybill sync --delete SRC DST'");
        }
        reports.check(tree.ends);
        if (background.isWanted()) {
            if (replaced.asks()) {
                throw Invalid.usage("a task asks nothing: use --overwrite different or never in place of ask");
            }
            tree.requireReadable(session);
            return background.submit(session, () -> tree.requireSources(session));
        }
        if (!dryRun) {
            StandardOutput.mayLose(session.terminal().out());
        }
        tree.habits.note(session);
        List<String> places = tree.places();
        CopyRules wanted = replaced.with(extras.with(tree.rules.rules()));
        SourceList.Expanded sources = SourceList.expand(session, tree.ends, places, wanted);
        List<CopyOutcome> done = new ArrayList<>();
        try (ProgressView progress = reports.progress(session)) {
            for (SourceList.Part part : sources.parts()) {
                progress.start(done.size() + 1, sources.parts().size());
                done.add(copy(session, part, sources, wanted, progress));
                PlannedCopy.Found plan = done.getLast().plan();
                tree.rules.noteMissing(
                        session,
                        wanted,
                        plan == null ? done.getLast().document().notTransferred() : Comparisons.unread(plan.found()));
                if (done.getLast().reason() == Reason.INTERRUPTED) {
                    break;
                }
            }
        }
        int code = reports.exitCode(new CopyReport(session, reports).end(places, done));
        noteFormerName(session, code);
        return code;
    }

    /** Other tools delete the source of what they call so. */
    private void noteFormerName(Session session, int code) {
        boolean copied = code == 0 && !dryRun && !deleteSource;
        if (copied && !session.json() && tree.arguments().getFirst().equals(FORMER_NAME)) {
            session.note("waybill: 'move' is 'copy': the source stays, and --delete-source removes it");
        }
    }

    private CopyOutcome copy(
            Session session, SourceList.Part part, SourceList.Expanded sources, CopyRules wanted, ProgressView progress)
            throws TransferException, InterruptedException {
        Ends.Named named = tree.ends.named(session, part.source(), sources.target());
        checkStreams(session, named.source(), named.destination(), wanted);
        // neither several sources nor lists of files were in version 0.1
        Optional<String> contents = sources.several() || wanted.filter().chosen() != null
                ? Optional.empty()
                : Ends.contentsNote(session, named.source(), named.destination());
        Estimate forecast = Estimate.UNKNOWN;
        try {
            CopyRules meant = part.rules(wanted);
            if (replaced.asks() && !dryRun) {
                meant = replaced.ask(session, named.source(), named.destination(), meant);
            }
            MoveChoice choice = choice(session, named, meant);
            RouteChoice.Start start =
                    route.start(session, choice, transfer.namedTransport(), named.copies(), !deleteSource);
            TransferOrder order = start.order();
            forecast = order.forecast();
            @Nullable
            SourceDeletion deletion = deleteSource
                    ? SourceDeletion.before(
                            session, order.request(), named.copies().isEmpty())
                    : null;
            CopyOutcome outcome = dryRun
                    ? plan(
                            session,
                            named,
                            order,
                            deletion,
                            sources.parts().size() > 1,
                            new NotKept(reports.listener(session, progress)))
                    : carryOut(session, named, start, deletion, progress);
            contents.ifPresent(text -> reports.listener(session, progress).onEvent("CONTENTS", text));
            if (!wanted.filter().isAll() && selectsNothing(outcome)) {
                FilterOptions.noteNothingSelected(session, named.source().format());
            }
            return outcome;
        } catch (TransferException e) {
            TransferException told = session.told(e);
            return failed(named, forecast, told.reason(), String.valueOf(told.getMessage()), e);
        } catch (CommandFailure e) {
            return failed(named, forecast, e.reason(), String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            String message = "interrupted; what has arrived is kept: re-run the command to resume";
            return failed(named, forecast, Reason.INTERRUPTED, message, e);
        }
    }

    private static boolean selectsNothing(CopyOutcome outcome) {
        if (outcome.result() != null) {
            return outcome.result().report().files() == 0
                    && outcome.document().notTransferred().isEmpty();
        }
        PlannedCopy.Found found = outcome.plan();
        return found != null
                && Comparisons.selectsNothing(found.found())
                && found.kept().isEmpty();
    }

    private MoveChoice choice(Session session, Ends.Named named, CopyRules meant)
            throws TransferException, InterruptedException {
        return transfer.choice(named.source(), named.destination(), verify, meant)
                .along(
                        route.paths(session, named.source(), named.destination()),
                        dryRun,
                        route.dedicated,
                        named.expected());
    }

    private CopyOutcome carryOut(
            Session session,
            Ends.Named named,
            RouteChoice.Start start,
            @Nullable SourceDeletion deletion,
            ProgressView progress)
            throws TransferException, InterruptedException {
        requireWithinTotal(session, start.order().request());
        NotKept notKept = new NotKept(reports.listener(session, progress));
        Trial trial = start.trial();
        Optional<TransferResult> tried = trial == null ? Optional.empty() : trial.run(session, notKept);
        TransferResult result = tried.isPresent()
                ? tried.get()
                : new CopyRunner(session, route::tuned, names.made()).move(start.order(), start.beside(), notKept);
        if (tried.isEmpty()) {
            start.ended().accept(result);
        }
        noteUnusedRelays(session, start.order().request().networkPaths(), result.report());
        Removal.Result gone = new Removal.Result(List.of(), List.of());
        if (deletion != null) {
            try {
                gone = deletion.after(result.report());
            } catch (TransferException e) {
                throw e.having(result.report().files(), result.report().bytes());
            }
        }
        printDeleted(session, gone);
        TransferReport report = result.report();
        @Nullable
        Reason unwanted = gone.firstFailure()
                .orElse(
                        reports.refuses(session, report.notTransferred(), notKept.texts())
                                ? Reason.LEFT_OUT
                                : errorOnNoTransfer && report.sentNothing() ? Reason.NOTHING_TO_DO : null);
        MoveDocument document = MoveDocument.succeeded(
                named.source(), named.destination(), result, unwanted, gone.deleted(), notKept.texts());
        return new CopyOutcome(document, result, null, "", null, unwanted);
    }

    /** Counts as a dry run does, so that nothing is sent where it is too much. */
    private void requireWithinTotal(Session session, TransferRequest request)
            throws TransferException, InterruptedException {
        if (maxTotalBytes == null) {
            return;
        }
        Optional<String> over = overTotal(PlannedCopy.look(
                session, request, null, false, new NotKept(TransferListener.NONE), new HardLinkNames()));
        if (over.isPresent()) {
            throw new TransferException(Reason.LIMIT, over.get());
        }
    }

    private Optional<String> overTotal(PlannedCopy.Found found) {
        Long most = maxTotalBytes;
        SyncPlan.Amount all = found.all();
        if (most != null && all.unsized() > 0) {
            return Optional.of("--max-total cannot be kept: the size of " + HumanUnits.counted(all.unsized(), "file")
                    + " is unknown");
        }
        long bytes = all.bytes();
        return most == null || bytes <= most
                ? Optional.empty()
                : Optional.of(HumanUnits.binarySize(bytes) + " would be copied, which is more than --max-total "
                        + HumanUnits.binarySize(most));
    }

    /** What is this small comes with the control connection, which goes directly. */
    private static void noteUnusedRelays(Session session, NetworkPaths named, TransferReport report) {
        boolean relays = named.paths().stream().anyMatch(path -> !path.isEmpty());
        if (relays && report.via().isEmpty() && report.bytes() <= TransferSide.INLINE_BYTES) {
            session.note(
                    "waybill: no relay was used: up to 64 KiB are sent over the control connection, which is direct");
        }
    }

    /** Compares the endpoints and copies nothing; streams and files of storage systems cannot be compared. */
    private CopyOutcome plan(
            Session session,
            Ends.Named named,
            TransferOrder order,
            @Nullable SourceDeletion deletion,
            boolean several,
            NotKept notKept)
            throws TransferException, InterruptedException {
        CopyRunner runner = new CopyRunner(session, route::tuned, names.made());
        runner.check(order);
        boolean incomparable = Stream.of(
                        order.request().source(), order.request().destination())
                .anyMatch(end -> end.isStream() || end.is(Protocol.SRM));
        if (incomparable) {
            lookAtEnds(session, runner, order);
        }
        PlannedCopy.@Nullable Found found =
                incomparable ? null : PlannedCopy.look(session, order.request(), deletion, several, notKept, names);
        @Nullable Reason reason = found == null ? null : refusal(session, found, notKept.texts());
        Estimate forecast = order.forecast();
        String basis = "";
        if (found != null && !forecast.isKnown()) {
            forecast = found.forecast(new RecentTransfers(session.home().recent()), order);
            basis = forecast.isKnown() ? RecentTransfers.basis(forecast) : "";
        }
        MoveDocument document = MoveDocument.nothingCopied(
                reason == null ? MoveDocument.PLANNED : reason.name(),
                named.source(),
                named.destination(),
                order.transport(),
                order.request().via(),
                forecast,
                TransferReport.Cause.UNKNOWN,
                true,
                found == null ? List.of() : found.notTransferred(),
                found == null ? null : found.document(),
                notKept.texts());
        String how = CopyReport.how(order.transport(), document.forecast()) + basis;
        return new CopyOutcome(document, null, found, how, null, reason);
    }

    /** Looks at what a copy that cannot be compared reads or replaces. */
    private static void lookAtEnds(Session session, CopyRunner runner, TransferOrder order)
            throws TransferException, InterruptedException {
        Location source = order.request().source();
        if (!source.is(Protocol.SRM) && !order.request().destination().is(Protocol.SRM)) {
            runner.move(order, TransferListener.NONE);
        } else if (!source.is(Protocol.SRM)) {
            try (EndpointStores.Opened from = session.stores().open(new Endpoint(source, true))) {
                if (from.store().stat(from.path()).isEmpty()) {
                    throw new TransferException(Reason.NOT_FOUND, "file not found: " + source.path());
                }
            }
        }
    }

    /** Why the copy itself would not count as a success, as far as that is known before it. */
    private @Nullable Reason refusal(Session session, PlannedCopy.Found found, List<String> notKept) {
        Optional<String> over = overTotal(found);
        if (over.isPresent()) {
            session.terminal().warn(over.get());
            return Reason.LIMIT;
        }
        Optional<Difference> failing = found.found().differences().stream()
                .filter(one -> one.isUnreadable() || one.isBlocked())
                .min(Comparator.comparing(Difference::isUnmet));
        if (failing.isPresent()) {
            Difference one = failing.get();
            session.terminal().warn("would not be copied: " + SyncText.name(one) + ": " + one.why());
            return Objects.requireNonNullElse(one.reason(), one.isBlocked() ? Reason.BAD_INPUT : Reason.PERMISSION);
        }
        return reports.refuses(session, found.notTransferred(), notKept)
                ? Reason.LEFT_OUT
                : errorOnNoTransfer && found.all().sentFiles() == 0 ? Reason.NOTHING_TO_DO : null;
    }

    private static void printDeleted(Session session, Removal.Result gone) {
        gone.kept()
                .forEach(
                        one -> session.terminal().warn("not deleted at the source: " + one.path() + ": " + one.text()));
        if (!gone.deleted().isEmpty()) {
            session.note("waybill: deleted " + HumanUnits.counted(gone.deleted().size(), "source file"));
        }
    }

    private void checkStreams(Session session, Endpoint source, Endpoint destination, CopyRules wanted) {
        if (source.isStream() && !session.terminal().hasInput()) {
            throw Invalid.usage("standard input is closed: name a file in place of -");
        }
        if (destination.isStream() && session.json()) {
            throw Invalid.usage(
                    "--json and the destination - both need standard output: use --report F for the document");
        }
        List<String> forFiles = wanted.options();
        if (replaced.asks()) {
            forFiles.add("--overwrite");
        }
        if ((source.isStream() || destination.isStream()) && !forFiles.isEmpty()) {
            throw Invalid.usage(CopyRules.notForStreams(forFiles));
        }
        reports.checkOutput(session, destination.isStream());
    }

    private CopyOutcome failed(Ends.Named named, Estimate forecast, Reason reason, String message, Exception cause) {
        TransferException.Copied copied = cause instanceof TransferException known ? known.copied() : null;
        MoveDocument document = MoveDocument.nothingCopied(
                        reason.name(),
                        named.source(),
                        named.destination(),
                        transfer.transport(),
                        List.of(),
                        forecast,
                        new TransferReport.Cause(reason.name(), message),
                        dryRun,
                        NotTransferredText.of(cause),
                        null,
                        List.of())
                .having(copied);
        return new CopyOutcome(document, null, null, "", new CommandFailure(reason, message, cause), reason);
    }
}
