package org.waybill.engine.mover.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.PathShare;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.cache.CachePath;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.wire.Message;

/**
 * A copy to a node by way of a relay that keeps what it sends on (decision 0299): the relay gets what it has not kept of
 * this client's earlier copies, as the sink of a session, and sends all of it on.
 */
final class CachedRelay {
    /** Failures after which the relay may still forward what it cannot read, or that are reported again then. */
    private static final Set<Reason> NOT_HERE = EnumSet.of(
            Reason.AUTHENTICATION,
            Reason.CERTIFICATE,
            Reason.PERMISSION,
            Reason.UNKNOWN_HOST,
            Reason.UNREACHABLE,
            Reason.UNSAFE,
            Reason.DISK_FULL,
            Reason.READ_ONLY,
            Reason.DISK_FAILED,
            Reason.VERIFICATION_FAILED,
            Reason.LIMIT,
            Reason.BAD_INPUT);

    private static final int KEY_CHARACTERS = 32;

    private final Path home;
    private final TransferRequest request;
    private final NodeAddress relay;
    private final TransferListener listener;

    CachedRelay(Path home, TransferRequest request, TransferListener listener) {
        this.home = home;
        this.request = request;
        this.relay = NodeAddress.parse(request.via().getFirst());
        this.listener = listener;
    }

    /**
     * Copies; empty if it is to be sent through the relay without its cache.
     *
     * @param paths gets what the relay had and what it sent on
     */
    Optional<SessionResult> copy(TransferClient client, TransferClient.Options options, PathTotals paths)
            throws TransferException, InterruptedException {
        String name = EntryNames.placed(request.source().path());
        String place = place(name);
        String stage = new CachePath(NodeAddress.of(request.destination()), key(), place).text();
        long startedNanos = System.nanoTime();
        SessionResult put;
        try {
            requireCache();
            put = client.push(
                    ChecksummedDownload.source(request), name, at(stage), options, new ProgressCounter(new Half(0)));
            if (put.files() == 0) {
                put.orRefused();
            }
        } catch (TransferException e) {
            if (!NOT_HERE.contains(e.reason())) {
                throw e;
            }
            listener.onEvent("CACHE_NOT_USED", "the cache of " + relay + " is not used: " + e.getMessage());
            return Optional.empty();
        }
        long sentNanos = System.nanoTime();
        listener.onEvent(
                "CACHE",
                put.resumedBytes() + " of " + put.bytes() + " bytes were in the cache of " + relay
                        + ", which sends them on");
        NodeQueries.SentOn sent = new NodeQueries(home)
                .sendOn(
                        at(stage + name),
                        request.destination(),
                        CopyRules.USUAL,
                        true,
                        request.rateBitsPerSecond(),
                        request.transferName(),
                        new Half(1));
        Message.Report on = sent.report();
        requireSame(put, on);
        paths.add(
                List.of(new PathShare(List.of(relay.toString()), on.bytes() - on.resumedBytes(), put.resumedBytes())));
        boolean slowerThere = System.nanoTime() - sentNanos > sentNanos - startedNanos;
        return Optional.of(new SessionResult(
                on.bytes(),
                on.files(),
                on.resumedBytes(),
                NodeToNode.found(on),
                0,
                put.resentBytes() + on.retransmittedBytes(),
                Math.max(put.streams(), on.streams()),
                put.sha256(),
                slowerThere ? new Cause(on.causeCode(), on.causeText()) : put.cause(),
                Cause.UNKNOWN,
                put.firstFailure(),
                Stream.concat(put.notTransferred().stream(), sent.notTransferred().stream())
                        .toList()));
    }

    private Location at(String path) {
        return new Location(request.destination().scheme(), null, relay.host(), relay.port(), path);
    }

    /**
     * Where in its stage the copy is put: as deep as at the destination, so that a link that leads out of the
     * destination's data directory is left out, and named, by the relay.
     *
     * @param name of the source; empty where its contents are copied
     * @return empty, or names that end in a slash
     */
    private String place(String name) {
        List<String> names =
                new ArrayList<>(List.of(request.destination().path().split("/")));
        names.removeIf(part -> part.isEmpty() || part.equals("."));
        if (!name.isEmpty() && !request.destination().path().endsWith("/") && !names.isEmpty()) {
            // it gets this name, unless a directory is there
            names.removeLast();
        }
        return names.isEmpty() ? "" : String.join("/", names) + "/";
    }

    /** Of a file the same at each run, so that it is resumed; a tree may have lost files since another run. */
    private String key() {
        UUID transfer = request.transfer();
        String what = !Files.isDirectory(Path.of(request.source().path()))
                ? request.source().path() + '\0' + request.destination()
                : String.valueOf(transfer == null ? UUID.randomUUID() : transfer);
        return Sha256.ofText(what, KEY_CHARACTERS);
    }

    private void requireCache() throws TransferException {
        List<String> unsupported = request.rules()
                .with(CopyRules.USUAL.filter())
                .with(CopyRules.USUAL.links())
                .options();
        if (!request.data().isVerified()) {
            unsupported.add("--verify none");
        }
        if (request.deadline() != null) {
            unsupported.add("--deadline");
        }
        if (!unsupported.isEmpty()) {
            throw new TransferException(Reason.BAD_INPUT, "it does not support " + String.join(", ", unsupported));
        }
        if (new NodeQueries(home).status(at(CachePath.ROOT)).kind() != Message.Kind.DIRECTORY) {
            throw new TransferException(Reason.BAD_INPUT, "the node has none (waybill node --cache)");
        }
    }

    /**
     * The destination has compared with what the relay has read, and the relay with the source. Where the destination
     * keeps no links, it has more files.
     */
    private void requireSame(SessionResult put, Message.Report on) throws TransferException {
        if (on.files() < put.files()) {
            throw new TransferException(
                    Reason.VERIFICATION_FAILED,
                    "the relay " + relay + " sent on " + on.files() + " of " + put.files() + " files: copy again");
        }
        if (put.files() == on.files() && !on.sha256().equals(Objects.requireNonNullElse(put.sha256(), ""))) {
            throw new TransferException(
                    Reason.VERIFICATION_FAILED,
                    "the relay " + relay + " sent on another SHA-256 than the source's: remove the copy, and check the"
                            + " memory and disk of the relay");
        }
    }

    /** The progress of one of the two steps, as one half of all. */
    private final class Half extends ForwardingListener {
        private final int step;

        Half(int step) {
            super(listener);
            this.step = step;
        }

        @Override
        public void onProgress(Progress now) {
            long total = Math.max(0, now.totalBytes());
            next.onProgress(new Progress(
                    now.phase(),
                    (step * total + now.bytesDone()) / 2,
                    now.totalBytes(),
                    step * now.filesDone(),
                    now.totalFiles(),
                    now.name()));
        }
    }
}
