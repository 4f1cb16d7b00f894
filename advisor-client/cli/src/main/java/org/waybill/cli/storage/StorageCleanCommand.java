package org.waybill.cli.storage;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.UnfinishedUploads;
import org.waybill.engine.mover.UnfinishedUploads.Upload;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill storage clean s3://BUCKET}. */
@Command(
        name = "clean",
        header = "List uploads that were left unfinished in a bucket, and remove old ones.",
        description = {
            "",
            "The parts of an unfinished upload are no object, and cost what they would cost as one. All that begin with"
                    + " PREFIX are listed, of any program; removed are those without a new part for 7 days"
                    + " (--older-than), after a question or with --yes.",
            "",
            "An upload that a copy from this home can go on with stays, unless --all is given.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill storage clean -n s3://bucket",
            "  waybill storage clean --older-than 2d --yes s3://bucket/data/"
        })
final class StorageCleanCommand extends WaybillCommand {
    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            defaultValue = "7d",
            converter = Quantities.Age.class,
            description = "Remove uploads whose last part came before: 12h, 7d, or a date. Default: ${DEFAULT-VALUE}.")
    private Instant olderThan = Instant.EPOCH;

    @Option(names = "--all", description = "Also remove uploads that a copy from this home can go on with.")
    private boolean all;

    @Option(
            names = {"-y", "--yes"},
            description = "Remove without a question.")
    private boolean yes;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Only list.")
    private boolean dryRun;

    @Parameters(index = "0", paramLabel = "BUCKET", description = "s3://BUCKET or s3://BUCKET/PREFIX")
    private String place = "";

    /** What becomes of an upload. */
    enum State {
        REMOVED,
        /** It would be removed. */
        OLD,
        /** It had a part lately: it may be on its way. */
        RECENT,
        /** A copy from this home can go on with it. */
        KNOWN,
        /** It could not be removed. */
        FAILED
    }

    /**
     * {@code storage clean --json}.
     *
     * @param status {@code OK}, {@code PLANNED} of a dry run, {@code UNSAFE} where nobody agreed, or why the first could
     *     not be removed
     * @param before what had no part since is old
     * @param removed uploads that are gone
     * @param removedBytes of their parts, as far as those can be seen
     */
    record Cleaned(
            String status, boolean dryRun, Instant before, long removed, long removedBytes, List<Left> uploads) {}

    /**
     * An unfinished upload.
     *
     * @param key of the object that it would become
     * @param id the server's own
     * @param lastActive when its last part came, else when it was started
     * @param parts null where these credentials may not see them, as {@code bytes}
     * @param text why it stays; empty where it is gone
     */
    record Left(
            String key,
            String id,
            Instant started,
            Instant lastActive,
            @Nullable Integer parts,
            @Nullable Long bytes,
            State state,
            String text) {}

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = session.names().parse(place);
        if (!end.location().is(Protocol.S3)) {
            throw Invalid.usage(
                    "'" + PrintableText.of(place) + "' is no bucket: expected s3://BUCKET or s3://BUCKET/PREFIX");
        }
        try (EndpointStores.Opened at = session.stores().open(end)) {
            if (!(at.store() instanceof UnfinishedUploads bucket)) {
                throw new IllegalStateException(at.store().label());
            }
            RemoteTargets known = new RemoteTargets(
                    HomeKey.names(session.home().root(), problem -> session.note("waybill: " + problem)),
                    session.home().locks());
            List<Upload> found = bucket.uploads(end.location().path());
            List<Left> planned = found.stream()
                    .map(one -> left(one, state(one, bucket.isNamed(one, known.noted(at.store(), one.path())))))
                    .toList();
            return clean(session, bucket, found, planned);
        }
    }

    private State state(Upload upload, boolean noted) {
        return noted && !all ? State.KNOWN : upload.lastActive().isBefore(olderThan) ? State.OLD : State.RECENT;
    }

    private static Left left(Upload one, State state) {
        return left(
                one,
                state,
                switch (state) {
                    case REMOVED -> "";
                    case OLD -> "it would be removed";
                    case RECENT -> "its last part is not old (--older-than)";
                    case KNOWN -> "a copy from this home can go on with it (--all)";
                    case FAILED -> throw new IllegalArgumentException(one.id());
                });
    }

    private static Left left(Upload one, State state, String text) {
        return new Left(
                one.path().substring(1),
                one.id(),
                one.started(),
                one.lastActive(),
                one.parts() < 0 ? null : Integer.valueOf(one.parts()),
                one.bytes() < 0 ? null : Long.valueOf(one.bytes()),
                state,
                text);
    }

    private int clean(Session session, UnfinishedUploads bucket, List<Upload> found, List<Left> planned)
            throws TransferException, InterruptedException {
        List<Left> doomed =
                planned.stream().filter(one -> one.state() == State.OLD).toList();
        if (dryRun || doomed.isEmpty()) {
            return answer(session, dryRun ? "PLANNED" : "OK", planned);
        }
        if (!yes && !agrees(session, doomed)) {
            answer(session, Reason.UNSAFE.name(), planned);
            session.terminal()
                    .warn("nothing was removed: " + (session.asks() ? "the answer was not yes" : "--yes removes them"));
            return Reason.UNSAFE.exitCode();
        }
        List<Left> done = new ArrayList<>();
        @Nullable Reason failure = null;
        for (int i = 0; i < found.size(); i++) {
            Left one = planned.get(i);
            if (one.state() == State.OLD) {
                try {
                    bucket.end(found.get(i));
                    one = left(found.get(i), State.REMOVED);
                } catch (TransferException e) {
                    if (e.isRetriable() || e.reason() == Reason.INTERRUPTED) {
                        throw e;
                    }
                    failure = failure == null ? e.reason() : failure;
                    session.terminal().warn(String.valueOf(e.getMessage()));
                    one = left(found.get(i), State.FAILED, String.valueOf(e.getMessage()));
                }
            }
            done.add(one);
        }
        answer(session, failure == null ? "OK" : failure.name(), done);
        return failure == null ? 0 : failure.exitCode();
    }

    private static boolean agrees(Session session, List<Left> doomed) {
        if (!session.asks()) {
            return false;
        }
        doomed.forEach(one -> session.note("will be removed: " + PrintableText.of(one.key()) + ", " + size(one)));
        return session.isConfirmed("remove " + (doomed.size() == 1 ? "it" : "all of these"));
    }

    private static String size(Left one) {
        return one.bytes() == null ? "unknown size" : HumanUnits.binarySize(one.bytes());
    }

    private int answer(Session session, String status, List<Left> uploads) {
        List<Left> gone =
                uploads.stream().filter(one -> one.state() == State.REMOVED).toList();
        long bytes = gone.stream()
                .mapToLong(one -> one.bytes() == null ? 0 : one.bytes())
                .sum();
        return session.answer(
                new Cleaned(status, dryRun, olderThan, gone.size(), bytes, uploads),
                out -> print(session, out, uploads));
    }

    private static void print(Session session, PrintStream out, List<Left> uploads) {
        if (uploads.isEmpty()) {
            out.println("no unfinished uploads");
            return;
        }
        Table table = new Table("started", "last part", "parts", "size", "key", "");
        for (Left one : uploads) {
            table.row(
                    one.started().toString(),
                    one.lastActive().toString(),
                    one.parts() == null ? "?" : one.parts().toString(),
                    one.bytes() == null ? "?" : HumanUnits.binarySize(one.bytes()),
                    PrintableText.of(one.key()),
                    one.state() == State.REMOVED ? "removed" : PrintableText.of(one.text()));
        }
        table.print(out, session.terminal().outStyle());
    }
}
