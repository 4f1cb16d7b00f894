package org.waybill.cli.move;

import java.util.List;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Transports;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.OpenedDirectories;
import org.waybill.protocol.Transport;

/**
 * One source of a sync, and what is asked for it: it is compared ({@link SyncComparison}), then what differs is copied
 * ({@link SyncCopy}), then what only the destination has is deleted ({@link SyncDeletion}), which comes last (decision
 * 0273). With several sources each step is done for all before the next.
 *
 * @param named the entries of the source that are synced, where several sources are in one directory
 * @param names of files with hard links that the command's syncs before have made or counted
 */
record SyncSource(
        Session session,
        Endpoint source,
        Endpoint destination,
        List<String> named,
        SyncOptions options,
        TransferOptions transfer,
        CopyRules rules,
        HardLinkNames names) {
    /** The user's rules for these paths only; for all where a name cannot be written in a list. */
    CopyRules only(List<String> paths) {
        try {
            return rules.with(rules.filter().choosing(ChosenPaths.of(paths)));
        } catch (BadFilterException _) {
            return rules;
        }
    }

    /** Read-only directories of the destination; also those that a run which was killed has left open there. */
    OpenedDirectories opened(TreePair trees) throws TransferException {
        return OpenedDirectories.below(
                trees.destination(), trees.path(), OpenEndpoints.remote(session), (code, text) -> {
                    if (session.isNews(code, text)) {
                        session.note("waybill: " + text);
                    }
                });
    }

    /** What was named, else the first transport of the protocol that an endpoint names. */
    String transport() {
        String asked = transfer.namedTransport();
        Endpoint far = destination.isLocal() ? source : destination;
        return !asked.isEmpty()
                ? asked
                : far.isLocal()
                        ? Transport.LOCAL.name()
                        : Transports.first(far).orElse(far.location().scheme());
    }
}
