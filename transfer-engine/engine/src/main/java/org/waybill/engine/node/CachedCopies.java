package org.waybill.engine.node;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.cache.CachePath;
import org.waybill.engine.cache.CacheStage;
import org.waybill.engine.cache.ContentCache;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeLinks;
import org.waybill.engine.link.OnwardLogIn;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.wire.Message;

/** What a client may do with the cache of a node: put files there, of its own only, and have them sent on. */
record CachedCopies(ContentCache cache, NodeServices services, RequestAuthorization permit) {
    /** After these the client comes back and goes on. */
    private static final Set<Reason> INTERRUPTIONS = EnumSet.of(Reason.CONNECTION_LOST, Reason.INTERRUPTED);

    /** Empty if the node has no cache. */
    static Optional<CachedCopies> of(NodeServices services, RequestAuthorization permit) {
        ContentCache cache = services.cache();
        return cache == null ? Optional.empty() : Optional.of(new CachedCopies(cache, services, permit));
    }

    /** Whether it is there, and how much room. */
    Message.Status status() throws TransferException {
        permit.check(new Operation(Operation.Kind.RELAY));
        return new Message.Status(Message.Kind.DIRECTORY, 0, 0, cache.roomBytes(0));
    }

    /** Who sends on for this client, as in {@link Message.Hello}. */
    private byte[] behalf() {
        return permit.own() ? new byte[0] : permit.peer().bytes();
    }

    /**
     * Where a client puts its files; the caller closes it.
     *
     * @throws TransferException if they could not be sent on from here
     */
    CacheStage receiving(CachePath path, Message.Terms terms) throws TransferException {
        permit.check(new Operation(Operation.Kind.RELAY));
        if (!terms.verify()) {
            throw new TransferException(Reason.BAD_INPUT, "the cache keeps verified files only: omit --verify none");
        }
        Message hello = new Message.Hello(NodeLinks.AGENT, behalf(), new byte[0]);
        NodeLinks links =
                new NodeLinks(services.settings().home(), services.relay().onward());
        try (ControlLink link = links.greet(path.destination(), hello)) {
            link.finish();
        } catch (TransferException e) {
            throw OnwardLogIn.named(e, "the relay", path.destination());
        }
        return stage(path, true);
    }

    private CacheStage stage(CachePath path, boolean writing) throws TransferException {
        String client = permit.mark().replace('/', '-');
        try {
            return writing ? cache.stage(client, path.key()) : cache.enter(client, path.key());
        } catch (IOException e) {
            throw StorageErrors.map(e, "using the cache for", path.inner());
        }
    }

    /** After a failure that is no interruption the client does without: what came is of no use. */
    void ended(CacheStage stage, @Nullable TransferException failure) {
        if (failure != null && !INTERRUPTIONS.contains(failure.reason())) {
            cache.remove(stage);
        }
    }

    private DataDirectory data(CacheStage stage) {
        // below its own stage a client is confined by nothing else
        RequestAuthorization all =
                new RequestAuthorization(permit.peer(), permit.behalf(), permit.own(), Grant.OWNER, Map.of());
        return new DataDirectory(stage.directory(), services.own().of(permit.mark()), all, stage);
    }

    TargetTree target(CacheStage stage, CachePath path, Message.Terms terms) throws TransferException {
        return data(stage)
                .openTarget(new Message.Terms(
                        path.inner().isEmpty() ? "/" : path.inner(),
                        terms.name(),
                        terms.directory(),
                        terms.secret(),
                        terms.verify(),
                        terms.rateBitsPerSecond()));
    }

    /** Has them sent on; they are removed afterwards, and what is kept of them stays. */
    Message sendOn(CachePath path, Message.SendOn order, ThirdPartyPush push) throws TransferException, IOException {
        permit.check(new Operation(Operation.Kind.RELAY));
        try (CacheStage stage = stage(path, false)) {
            try {
                return push.serve(order, () -> source(stage, path));
            } finally {
                cache.remove(stage);
            }
        }
    }

    private SourceTree source(CacheStage stage, CachePath path) throws TransferException {
        return data(stage).openSource(Operation.Kind.SEND_ON, path.inner(), CopyRules.USUAL);
    }
}
