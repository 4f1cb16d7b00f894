package org.waybill.cli.move;

import java.util.List;
import java.util.Locale;
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
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The copies of a sync: each is a transfer as {@code copy} makes it. */
final class SyncCopies {
    /** What fits into a request to a node; of more it finds out itself what is there already. */
    private static final int MOST_CHOSEN = 1_000;

    private final Session session;
    private final Endpoint source;
    private final Endpoint destination;
    private final SyncOptions options;
    private final CopyRules rules;
    private @Nullable TreePair trees;

    SyncCopies(Session session, Endpoint source, Endpoint destination, SyncOptions options, CopyRules rules) {
        this.session = session;
        this.source = source;
        this.destination = destination;
        this.options = options;
        this.rules = rules;
    }

    /** What lies at the ends. */
    void begin(TreePair found) {
        trees = found;
    }

    /**
     * Copies some paths of the source, each with all that is in it.
     *
     * @param some whether others are there already, and nothing else is to be copied
     * @param done hears how it went
     */
    TransferResult copy(List<String> paths, boolean some, Consumer<MoveDocument> done)
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
                0,
                options.rate(),
                Verify.SHA256,
                options.deadline(),
                false,
                false,
                List.of(),
                tellable ? only(paths) : rules);
        TransferOrder order = choice.by(transport());
        try (ProgressView progress = new ProgressView(session.terminal(), session.quiet())) {
            TransferResult result = new CopyRunner(session).move(order, quietly(progress));
            done.accept(MoveDocument.succeeded(from.format(), to.format(), order, result));
            return result;
        }
    }

    /** The user's rules for these paths alone; for all where one has a name that cannot be told. */
    private CopyRules only(List<String> paths) {
        EntryFilter filter = rules.filter();
        try {
            return rules.with(new EntryFilter(
                    filter.rules(),
                    filter.leastBytes(),
                    filter.mostBytes(),
                    filter.notBefore(),
                    filter.notAfter(),
                    ChosenPaths.of(paths)));
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
        String named = options.transport();
        if (named != null) {
            return named.toLowerCase(Locale.ROOT);
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

    /** That contents go into the destination itself is what a sync is. */
    private static TransferListener quietly(TransferListener listener) {
        return new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                listener.onProgress(progress);
            }

            @Override
            public void onEvent(String code, String text) {
                if (!code.equals("CONTENTS")) {
                    listener.onEvent(code, text);
                }
            }
        };
    }
}
