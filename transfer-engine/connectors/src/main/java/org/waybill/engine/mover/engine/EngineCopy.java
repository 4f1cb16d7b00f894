package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.DataOptions;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.client.DataConnections;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.client.ReceiverRate;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.StandardStreams;
import org.waybill.engine.overlay.PathOpener;
import org.waybill.engine.overlay.RouteRunner;
import org.waybill.engine.overlay.RouteTokens;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.storage.EntryNames;

/**
 * One copy between this machine and a node.
 *
 * @param datagrams null for TCP
 * @param files those with several names, of this copy and others of its command
 */
record EngineCopy(
        Path home,
        TransferClient.@Nullable Datagrams datagrams,
        RouteTokens tokens,
        SharedFiles files,
        TransferRequest request,
        ProgressCounter tally) {
    private static final Logger LOG = System.getLogger(EngineCopy.class.getName());

    /** Not tried again: what a stream has given, or has been given, is gone. */
    SessionResult ofStream(StandardStreams streams) throws TransferException, InterruptedException {
        TransferClient client = new TransferClient(home);
        TransferClient.Options options =
                options(new DataOptions(1, request.rateBitsPerSecond(), request.verify()), null);
        boolean reads = request.source().isStream();
        try {
            if (reads) {
                return client.pushStream(streams.in(), request.destination(), options, tally);
            }
            SessionResult result = client.pullStream(request.source(), streams.out(), options, tally);
            Optional<ExpectedChecksum> described = ExpectedChecksum.sha256(request.checked());
            if (described.isPresent() && result.sha256() != null) {
                described.get().require("-", result.sha256());
            }
            return result;
        } catch (TransferException e) {
            throw (reads ? streams.isRead() : streams.isWritten()) ? e.ofStream() : e;
        }
    }

    private TransferClient.Options options(DataOptions data, @Nullable DataConnections routes) {
        String receiver = request.source().isLocal()
                ? NodeAddress.of(request.destination()).toString()
                : "here";
        return new TransferClient.Options(
                data,
                request.deadline(),
                datagrams == null ? null : datagrams.to(ReceiverRate.of(home, receiver, Instant.now())),
                routes,
                request.rules(),
                files,
                request.transferName());
    }

    /** @param paths hears what went over which */
    SessionResult ofFiles(PathTotals paths) throws TransferException, InterruptedException {
        if (request.networkPaths().isDirect()) {
            return over(null);
        }
        if (request.networkPaths().cached()) {
            Optional<SessionResult> result = new CachedRelay(home, request, tally.listener())
                    .copy(new TransferClient(home), options(request.data(), null), paths);
            if (result.isPresent()) {
                return result.get();
            }
        }
        NodeAddress node = NodeAddress.of(request.source().isLocal() ? request.destination() : request.source());
        try (RouteRunner routes = new RouteRunner(new PathOpener(home, tokens), node, request.networkPaths())) {
            try {
                return over(routes);
            } finally {
                paths.add(routes.shares());
            }
        }
    }

    private SessionResult over(@Nullable DataConnections routes) throws TransferException, InterruptedException {
        TransferClient.Options options = options(request.data(), routes);
        try {
            return with(options);
        } finally {
            if (options.datagrams() != null) {
                keep(options.datagrams().receiver());
            }
        }
    }

    private static void keep(ReceiverRate receiver) {
        try {
            receiver.keep(Instant.now());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot store the measured rate of the receiver: " + e);
        }
    }

    private SessionResult with(TransferClient.Options options) throws TransferException, InterruptedException {
        TransferClient client = new TransferClient(home);
        if (request.source().isLocal()) {
            return client.push(
                    ChecksummedDownload.source(request),
                    EntryNames.placed(request.source().path()),
                    request.destination(),
                    options,
                    tally);
        }
        return ChecksummedDownload.pull(
                request,
                HomeKey.names(home),
                (place, intoDirectory) -> client.pull(request.source(), place, intoDirectory, options, tally));
    }
}
