package org.waybill.engine.mover.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.store.Retries;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.Tally;
import org.waybill.engine.session.TransferClient;

/** Moves between this machine and a node over TCP; tries again by itself when the connection is lost. */
public final class EngineMover implements Mover {
    /** A node may hold the lock of our own last attempt until it has noticed that we are gone. */
    private static final Duration STALE_LOCK = Duration.ofSeconds(35);

    private final Path home;
    private final Retries retries;

    /**
     * A mover with the identity and the paired nodes of one {@code WAYBILL_HOME}.
     *
     * @param home made when it is not there
     */
    public EngineMover(Path home) {
        this(home, Retries.usual(RandomGenerator.getDefault()));
    }

    public EngineMover(Path home, Retries retries) {
        this.home = home;
        this.retries = retries;
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.PUSH, Capability.PULL, Capability.RESUME, Capability.PARALLEL_STREAMS,
                Capability.DIRECTORIES, Capability.CHECKSUM);
    }

    @Override
    public boolean accepts(Location source, Location destination) {
        boolean push = source.scheme().equals("file") && destination.scheme().equals("waybill");
        boolean pull = source.scheme().equals("waybill") && destination.scheme().equals("file");
        return push || pull;
    }

    @Override
    public TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        long startedNanos = System.nanoTime();
        TransferClient client = new TransferClient(home);
        if (request.dryRun()) {
            return DryRun.report(client, request, listener, name());
        }
        Tally tally = new Tally(listener);
        SessionResult result = moveWithRetries(client, request, tally);
        double seconds = (System.nanoTime() - startedNanos) / 1e9;
        return new TransferReport(result.bytes(), result.files(), seconds, result.sha256(), name(), request.via(),
                result.streams(), result.resentBytes() + tally.lostBytes(), result.resumedBytes(), result.cause());
    }

    private SessionResult moveWithRetries(TransferClient client, TransferRequest request, Tally tally)
            throws TransferException, InterruptedException {
        int failures = 0;
        long lostAtNanos = 0;
        while (true) {
            tally.begin();
            try {
                return moveOnce(client, request, tally);
            } catch (TransferException e) {
                failures = tally.hasAdvanced() ? 1 : failures + 1;
                boolean ownLock = e.reason() == Reason.TARGET_BUSY && lostAtNanos != 0
                        && System.nanoTime() - lostAtNanos < STALE_LOCK.toNanos();
                if (!ownLock && !retries.allows(e, failures)) {
                    throw retries.last(e, failures);
                }
                if (!ownLock) {
                    lostAtNanos = System.nanoTime();
                }
                Duration pause = retries.pause(failures);
                if (request.deadline() != null && Instant.now().plus(pause).isAfter(request.deadline())) {
                    throw e;
                }
                tally.listener().onEvent("RETRY", e.getMessage() + "; trying again in " + pause.toMillis() + " ms");
                Thread.sleep(pause);
            }
        }
    }

    private static SessionResult moveOnce(TransferClient client, TransferRequest request, Tally tally)
            throws TransferException, InterruptedException {
        TransferClient.Options options = new TransferClient.Options(request.streams(), request.rateBitsPerSecond(),
                request.verify() == TransferRequest.Verify.SHA256, request.deadline());
        if (request.source().isLocal()) {
            return client.push(Path.of(request.source().path()), request.destination(), options, tally);
        }
        String target = request.destination().path();
        return client.pull(request.source(), Path.of(target), target.endsWith("/"), options, tally);
    }
}
