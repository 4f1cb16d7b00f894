package org.waybill.cli.move;

import java.util.List;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.sync.CopyPlace;
import org.waybill.client.sync.SourceVersion;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** {@code copy --delete-source}: the source's files go after all was verified, if they still are what was copied. */
record SourceDeletion(
        Session session,
        SourceVersion version,
        Endpoint source,
        Endpoint destination,
        String target,
        boolean ofDirectory) {
    /** Looks at both endpoints before the copy; refuses a source of which nothing could be deleted. */
    static SourceDeletion before(Session session, TransferRequest request, boolean placeNamed)
            throws TransferException, InterruptedException {
        Location from = request.source();
        boolean stream = from.isStream() || request.destination().isStream();
        boolean stored = request.destination().is(Protocol.SRM);
        boolean kept = Protocols.named(from.scheme())
                .filter(one -> !one.isChangeable())
                .isPresent();
        if (stream || !placeNamed || stored || kept) {
            throw Invalid.usage("--delete-source deletes files of this machine or of a server "
                    + "that lets them be deleted, not "
                    + (stream
                            ? "a stream"
                            : !placeNamed
                                    ? "dataset: or checksum: sources"
                                    : stored ? "what is copied to srm URLs" : "at " + from.scheme() + " URLs"));
        } else if (request.verify() == Verify.NONE) {
            throw Invalid.usage(
                    "--delete-source deletes what was compared with its copy: leave " + "--verify none out");
        }
        Endpoint source = new Endpoint(from, true);
        Endpoint destination = new Endpoint(request.destination(), true);
        // what the slashes mean depends on what is there before the copy
        try (OpenEndpoints open = OpenEndpoints.ofCopy(session, session.quietStores(), request)) {
            TreePair trees = open.trees();
            return new SourceDeletion(
                    session,
                    SourceVersion.look(trees.source(), trees.here().path(), request.rules()),
                    source,
                    destination,
                    trees.path(),
                    trees.here().isDirectory());
        }
    }

    /** What would be deleted if only this is not copied. */
    List<String> planned(List<NotTransferred> notTransferred) {
        return version.without(notTransferred).stream().map(Difference::path).toList();
    }

    /** Deletes what was copied. */
    Removal.Result after(TransferReport report) throws TransferException, InterruptedException {
        try (EndpointStores.Opened from = session.quietStores().open(source);
                EndpointStores.Opened to = session.quietStores().open(destination)) {
            return version.remove(from.store(), report, new CopyPlace(to.store(), target, ofDirectory));
        }
    }
}
