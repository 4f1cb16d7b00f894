package org.waybill.engine.mover.engine;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.TransferClient;

/** Moves between this machine and a node over TCP. */
public final class EngineMover implements Mover {
    private final Path home;

    /**
     * A mover with the identity and the paired nodes of one {@code WAYBILL_HOME}.
     *
     * @param home made when it is not there
     */
    public EngineMover(Path home) {
        this.home = home;
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
        long started = System.nanoTime();
        TransferClient client = new TransferClient(home);
        TransferClient.Options options = new TransferClient.Options(request.streams(), request.rateBitsPerSecond(),
                request.verify() == TransferRequest.Verify.SHA256);
        SessionResult result;
        if (request.source().isLocal()) {
            result = client.push(Path.of(request.source().path()), request.destination(), options, listener);
        } else {
            String target = request.destination().path();
            result = client.pull(request.source(), Path.of(target), target.endsWith("/"), options, listener);
        }
        Cause cause = result.sourceCause();
        double seconds = (System.nanoTime() - started) / 1e9;
        return new TransferReport(result.bytes(), result.files(), seconds, result.sha256(), name(), request.via(),
                result.streams(), result.resentBytes(), result.resumedBytes(), cause);
    }
}
