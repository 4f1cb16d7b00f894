package org.waybill.cli.move;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.advise.MoveChoice;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The copies of a sync: each is a transfer as {@code copy} makes it. */
final class SyncCopies {
    /** As many as fit into a request to a node; of more, the node finds out itself which it has already. */
    private static final int MOST_CHOSEN = 1_000;

    private final Session session;
    private final Endpoint source;
    private final Endpoint destination;
    private final TransferOptions options;
    private final CopyRules rules;
    private @Nullable TreePair trees;

    SyncCopies(Session session, Endpoint source, Endpoint destination, TransferOptions options, CopyRules rules) {
        this.session = session;
        this.source = source;
        this.destination = destination;
        this.options = options;
        this.rules = rules;
    }

    /** What the endpoints have. */
    void begin(TreePair found) {
        trees = found;
    }

    /**
     * Copies some paths of the source, each with all that is in it.
     *
     * @param some whether others are there already, and nothing else is to be copied
     * @param done gets how it went
     */
    TransferResult copy(List<String> paths, boolean some, TransferListener listener, Consumer<MoveDocument> done)
            throws TransferException, InterruptedException {
        TreePair found = Objects.requireNonNull(trees);
        boolean directory = found.here().isDirectory();
        Endpoint from = at(source, found.here().path() + (directory ? "/" : ""));
        Endpoint to = at(destination, found.path());
        boolean tellable = directory && some && (paths.size() <= MOST_CHOSEN || source.isLocal());
        MoveChoice choice = new MoveChoice(
                from,
                to,
                null,
                options.streamCount(),
                options.rateLimit(),
                Verify.SHA256,
                options.deadline(),
                false,
                false,
                List.of(),
                tellable ? only(paths) : rules);
        TransferOrder order = choice.by(transport());
        TransferResult result = new CopyRunner(session).move(order, listener);
        done.accept(MoveDocument.succeeded(from, to, result));
        return result;
    }

    /** The user's rules for these paths only; for all where a name cannot be written in a list. */
    private CopyRules only(List<String> paths) {
        try {
            return rules.with(rules.filter().choosing(ChosenPaths.of(paths)));
        } catch (BadFilterException _) {
            return rules;
        }
    }

    private static Endpoint at(Endpoint end, String path) {
        Location location = end.location();
        return new Endpoint(
                new Location(location.scheme(), location.user(), location.host(), location.port(), path),
                end.schemeChosen());
    }

    /** What was named, else the first transport of the protocol that an end names. */
    private String transport() {
        String named = options.namedTransport();
        if (!named.isEmpty()) {
            return named;
        }
        Endpoint far = destination.isLocal() ? source : destination;
        return far.isLocal()
                ? Transport.LOCAL.name()
                : Protocols.named(far.location().scheme())
                        .map(Protocol::transports)
                        .filter(all -> !all.isEmpty())
                        .map(all -> all.getFirst().name())
                        .orElse(far.location().scheme());
    }
}
