package org.waybill.cli.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.sync.SourceVersion;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.protocol.Protocol;

/** {@code copy --delete-source}: the source's files go after all was verified, if they still are what was copied. */
record SourceDeletion(
        Session session, Endpoint source, @Nullable SourceVersion version) {
    /** Looks at a source before it is copied; refuses one of which nothing could be deleted. */
    static SourceDeletion before(Session session, TransferRequest request, boolean placeNamed)
            throws TransferException, InterruptedException {
        Location from = request.source();
        if (from.isStream() || !placeNamed || from.is(Protocol.HTTP) || from.is(Protocol.HTTPS)) {
            throw Invalid.usage("--delete-source deletes files of this machine or of a server "
                    + "that lets them be deleted, not "
                    + (from.isStream()
                            ? "a stream"
                            : !placeNamed ? "what was named by what it is" : "at " + from.scheme() + " URLs"));
        } else if (request.verify() == Verify.NONE) {
            throw Invalid.usage(
                    "--delete-source deletes what was compared with its copy: leave " + "--verify none out");
        }
        Endpoint source = new Endpoint(from, true);
        try (EndpointStores.Opened opened = session.quietStores().open(source)) {
            return new SourceDeletion(
                    session,
                    source,
                    request.dryRun() ? null : SourceVersion.look(opened.store(), opened.path(), request.rules()));
        }
    }

    /** Deletes what was copied. */
    Removal.Result after(TransferReport report) throws TransferException, InterruptedException {
        if (version == null) {
            return new Removal.Result(List.of(), List.of());
        }
        try (EndpointStores.Opened opened = session.quietStores().open(source)) {
            return version.remove(opened.store(), report);
        }
    }
}
