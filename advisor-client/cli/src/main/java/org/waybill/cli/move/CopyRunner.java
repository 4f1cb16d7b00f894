package org.waybill.cli.move;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Vaults;
import org.waybill.client.HumanUnits;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.execution.BesideAdvice;
import org.waybill.client.execution.CircuitTransferService;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.RetryClock;
import org.waybill.client.execution.RetryPolicy;
import org.waybill.client.execution.StagedTransferService;
import org.waybill.client.execution.StorageTransferService;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.execution.TransferService;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.overlay.RelayMemory;
import org.waybill.client.overlay.ServiceRouteTokens;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.overlay.RouteTokens;

/** Carries out copies with this machine's movers, and reports how they went. */
final class CopyRunner {
    private static final Logger LOG = System.getLogger(CopyRunner.class.getName());

    private final VaultCredentials credentials;
    private final TransferService transfers;
    private final StagedTransferService moves;
    private final RelayMemory memory;

    CopyRunner(Session session) {
        this(session, UnaryOperator.identity(), new CopiedNames());
    }

    /**
     * For one of several copies.
     *
     * @param datagrams what is special about datagrams this time
     * @param copied the names of files with hard links that the copies before have made
     */
    CopyRunner(Session session, UnaryOperator<EngineMover> datagrams, CopiedNames copied) {
        // what of the vault cannot be used is said where the log-in fails for it
        this(session, datagrams, copied, session.asking(Vaults.credentials(session, _ -> {})));
    }

    /** One that asks nobody for a password. */
    static CopyRunner unasked(Session session) {
        return new CopyRunner(
                session, UnaryOperator.identity(), new CopiedNames(), Vaults.credentials(session, _ -> {}));
    }

    private CopyRunner(
            Session session, UnaryOperator<EngineMover> datagrams, CopiedNames copied, VaultCredentials credentials) {
        this.credentials = credentials;
        this.memory = new RelayMemory(session.home().relayMemory());
        Path home = session.home().root();
        RandomGenerator random = RandomGenerator.getDefault();
        OutputStream out = session.terminal().data();
        List<Mover> engines = new ArrayList<>(List.of(new EngineMover(home, tokens(session))
                .withStreams(System.in, out)
                .ofCommand(copied)));
        EngineMover.datagrams(home).stream()
                .map(datagrams)
                .map(mover -> mover.withStreams(System.in, out).ofCommand(copied))
                .forEach(engines::add);
        Movers movers = Movers.standard(
                        new Movers.Surroundings(
                                credentials,
                                session.agent(),
                                System.in,
                                out,
                                InstantSource.system(),
                                HomeKey.names(home, problem -> session.note("waybill: " + problem)),
                                session.home().locks()),
                        copied)
                .precededBy(engines);
        TransferService service = new TransferService(
                        movers.all(),
                        session.outbox(),
                        RetryPolicy.DEFAULT,
                        RetryClock.SYSTEM,
                        random,
                        session.hasNamedService() ? running -> session.advisor().reportRunning(running) : null)
                .remembering(new RecentTransfers(session.home().recent()))
                .noting(session.home().locks());
        this.transfers = TaskLock.failures(session.terminal().environment())
                .map(service::ofTask)
                .orElse(service);
        RetryClock clock = RetryClock.SYSTEM;
        this.moves = new StagedTransferService(
                new StorageTransferService(
                        new CircuitTransferService(transfers, session::advisor, clock), session::advisor, clock),
                new EndpointStores(session.home(), credentials, session.agent(), (_, _) -> {}),
                HomeKey.names(home),
                clock);
    }

    /** A service that was named signs for relays that it knows; else this home does. */
    private static RouteTokens tokens(Session session) {
        return session.hasNamedService() ? new ServiceRouteTokens(session::advisor, session::note) : RouteTokens.NONE;
    }

    /** Fails where a mover refuses an order, before anything is looked at. */
    void check(TransferOrder order) throws TransferException {
        moves.check(order);
    }

    TransferResult move(TransferOrder order, TransferListener listener) throws TransferException, InterruptedException {
        return move(order, null, listener);
    }

    /** One attempt by an option that is tried; {@code most} is how long it may take. */
    TransferResult tryOnce(TransferOrder order, Duration most, TransferListener listener)
            throws TransferException, InterruptedException {
        TransferResult result = transfers.tryOnce(order, most, listener);
        remember(order, result);
        return result;
    }

    /** @param beside makes the advice while it runs; null for none, as over a circuit */
    TransferResult move(TransferOrder order, @Nullable BesideAdvice beside, TransferListener listener)
            throws TransferException, InterruptedException {
        try {
            TransferResult result =
                    beside == null ? moves.move(order, listener) : transfers.move(order, beside, listener);
            if (beside == null && order.hops().isEmpty() && !order.request().dryRun()) {
                remember(order, result);
            }
            return result;
        } catch (TransferException e) {
            String vault = credentials.problem().orElse("");
            if (e.reason() == Reason.AUTHENTICATION && !vault.isEmpty()) {
                throw new TransferException(e.reason(), e.getMessage() + " (" + vault + ")", e);
            }
            throw e;
        }
    }

    /** A memory that cannot be written costs a trial of a relay, and no copy. */
    private void remember(TransferOrder order, TransferResult result) {
        try {
            memory.note(order, result);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot store how fast the relays were: " + e);
        }
    }

    /** How it went, for people. */
    static void print(PrintStream out, TransferResult result) {
        TransferReport report = result.report();
        String files = report.files() == 1 ? "" : " in " + report.files() + " files";
        long sent = report.bytes() - report.resumedBytes();
        String share = sent == report.bytes() ? "" : " for the " + HumanUnits.binarySize(sent) + " sent";
        String rate = sent > 0 && result.seconds() > 0
                ? " (" + HumanUnits.rate(sent * 8 / result.seconds()) + share + ")"
                : "";
        boolean existed = report.foundEverything();
        String what = HumanUnits.binarySize(report.bytes()) + files;
        out.println((report.files() == 0
                        ? "no files to copy, compared in "
                        : existed ? existed(what) : "copied " + what + " in ")
                + HumanUnits.time(result.seconds())
                + rate + " by " + report.transport()
                + (report.via().isEmpty()
                        ? ""
                        : result.hops().isEmpty()
                                ? " via " + String.join(", ", report.via())
                                : ", staged at " + String.join(" and ", report.via()))
                + (report.streams() > 1 ? ", " + report.streams() + " streams" : "")
                + (result.attempts() > 1 ? ", " + result.attempts() + " attempts" : ""));
        if (report.paths().size() > 1) {
            report.paths()
                    .forEach(path -> out.println("  " + HumanUnits.binarySize(path.bytes()) + " "
                            + (path.via().isEmpty() ? "directly" : "via " + String.join(", ", path.via()))));
        }
        report.paths().stream()
                .filter(path -> path.cachedBytes() > 0)
                .forEach(path -> out.println(HumanUnits.binarySize(path.cachedBytes()) + " from the cache of "
                        + String.join(", ", path.via())));
        if (report.resumedBytes() > 0 && !existed) {
            out.println(HumanUnits.binarySize(report.resumedBytes()) + " already existed");
        }
        if (report.files() > 0) {
            out.println(compared(report));
        }
        forecast(out, result);
        if (!report.cause().code().equals("UNKNOWN")) {
            out.println("limited by " + report.cause().code() + ": "
                    + PrintableText.of(report.cause().text()));
        }
    }

    /** Said of what was at the destination before; a time follows. */
    static String existed(String what) {
        return "nothing to send: " + what + " already existed, compared in ";
    }

    private static String compared(TransferReport report) {
        String hash = report.sha256() == null ? "" : ", sha256 " + report.sha256();
        return switch (report.compared()) {
            case SOURCE -> "verified" + hash;
            case ARRIVED -> "the copy matches the data that arrived; the source has no checksum to compare with" + hash;
            case NOTHING -> "not verified" + hash;
        };
    }

    private static void forecast(PrintStream out, TransferResult result) {
        Double error = result.forecastErrorPercent();
        if (error == null) {
            return;
        }
        Double secondsP90 = result.forecast().secondsP90();
        String verdict = secondsP90 == null
                ? ""
                : result.seconds() <= secondsP90 ? ", within the P90 forecast" : ", beyond the P90 forecast";
        out.printf(
                Locale.ROOT,
                "forecast was %s (P50-P90), P50 error %+.0f %% (+: too long)%s%n",
                HumanUnits.band(
                        result.forecast().secondsP50(),
                        secondsP90 == null ? result.forecast().secondsP50() : secondsP90),
                error,
                verdict);
    }
}
