package org.waybill.engine.mover.store;

import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.meter.BottleneckMonitor;
import org.waybill.engine.mover.meter.CopyTimes;
import org.waybill.engine.mover.meter.TransferMeter;
import org.waybill.engine.storage.Permissions;

/**
 * A mover for every protocol that has a {@link Store}: between such an endpoint and this machine, or between two such
 * endpoints with the data passing through this machine.
 */
public final class StoreMover implements Mover {
    /** Events that say the same for each of a thousand files. */
    private static final Set<String> ONCE = Set.of(
            "VERIFIED_BY_FAR_END",
            "VERIFIED_BY_READING",
            "NOT_VERIFIED",
            "SOURCE_TELLS_NO_CHECKSUM",
            "SERVER_TO_SERVER",
            "COPIED_BY_SERVER",
            "SERVER_COPY_REFUSED",
            "DESTINATION_NOT_SEEN",
            "TOKEN_NOT_SENT",
            "NO_RENAME",
            "TIME_NOT_KEPT",
            Permissions.NOT_KEPT,
            "HARD_LINKS_NOT_KEPT",
            "OWNERS_NOT_KEPT",
            "XATTRS_NOT_KEPT",
            "ACLS_NOT_KEPT");

    private final String name;
    private final Set<String> schemes;
    private final Set<String> both;
    private final Set<Capability> capabilities;
    private final Map<String, StoreProvider> providers;
    private final Environment environment;

    /**
     * What a mover takes from outside.
     *
     * @param remote keeps transfers to one target apart
     * @param copied gives each transfer the names that those before it have made
     */
    public record Environment(
            InstantSource clock, LongSupplier monotonicNs, RemoteTargets remote, Supplier<CopiedNames> copied) {}

    /**
     * @param name in reports and on the command line
     * @param schemes at least one endpoint has one of these
     * @param both if not empty, each endpoint has one of these
     * @param providers one for every scheme that either endpoint may have
     */
    public StoreMover(
            String name,
            Set<String> schemes,
            Set<String> both,
            Set<Capability> capabilities,
            List<StoreProvider> providers,
            Environment environment) {
        this.name = name;
        this.schemes = Set.copyOf(schemes);
        this.both = Set.copyOf(both);
        this.capabilities = Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
        this.environment = environment;
        this.providers = StoreProvider.byScheme(providers);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean accepts(Location source, Location destination) {
        return providers.containsKey(source.scheme())
                && providers.containsKey(destination.scheme())
                && (both.isEmpty() || both.containsAll(List.of(source.scheme(), destination.scheme())))
                && (schemes.contains(source.scheme()) || schemes.contains(destination.scheme()));
    }

    @Override
    public TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        long startNs = environment.monotonicNs().getAsLong();
        TransferMeter meter = meter(request);
        BottleneckMonitor bounds = BottleneckMonitor.watch(request, meter, environment.monotonicNs());
        StoreProvider.Events events = events(listener);
        FileCopy.Context context = new FileCopy.Context(
                meter,
                new RateLimit(request.rateBitsPerSecond(), environment.monotonicNs()),
                request.verify() == TransferRequest.Verify.SHA256,
                events,
                request.checked(),
                environment.remote(),
                new TargetNames(),
                FinishedFiles.NONE,
                Backups.NONE,
                OpenedDirectories.NONE,
                request.rules().extras(),
                environment.copied().get().begin());
        InterruptibleTransfer conductor =
                new InterruptibleTransfer(meter, bounds.watching(listener), environment.monotonicNs());
        StoreTransfer.Outcome outcome = conductor.conduct(ends -> {
            ConnectionPair both = open(request, events);
            ends.accept(both);
            return new StoreTransfer(request, both, context).run();
        });
        double seconds = (environment.monotonicNs().getAsLong() - startNs) / 1e9;
        return outcome.report(
                seconds,
                name,
                meter,
                bounds.cause(outcome.files(), seconds),
                request.verify() == TransferRequest.Verify.SHA256 && !request.dryRun());
    }

    @Override
    public void giveUp(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        StoreProvider.Events events = events(listener);
        RemoteTargets remote = environment.remote();
        try (ConnectionPair ends = open(request, events)) {
            Store target = ends.target();
            CopyRoot root = CopyRoot.of(request, ends.source(), target, remote);
            if (root.source().isFile()) {
                giveUp(root.path(), target, events);
                return;
            }
            SourceTree tree = new SourceTree(ends.source(), target, (_, _) -> {}, meter(request), request.rules());
            for (FileItem file :
                    tree.of(root.source(), root.path(), root.exists()).items()) {
                giveUp(file.target(), target, events);
            }
            target.unmark(root.path());
            remote.endTree(target, root.path());
        }
    }

    /** Removes the partial file that the home has noted, or that is kept on this machine. */
    private void giveUp(String path, Store target, StoreProvider.Events events)
            throws TransferException, InterruptedException {
        RemoteTargets remote = environment.remote();
        try (Store.Lock _ = target.lock(path);
                Store.Lock _ = remote.lock(target, path, events)) {
            remote.begin(target, path, events);
        } catch (TransferException e) {
            if (e.reason() != Reason.TARGET_BUSY) {
                throw e;
            }
        }
    }

    private TransferMeter meter(TransferRequest request) {
        return new TransferMeter(environment.clock(), request.deadline(), new CopyTimes(environment.monotonicNs()));
    }

    private ConnectionPair open(TransferRequest request, StoreProvider.Events events)
            throws TransferException, InterruptedException {
        Store source = provider(request.source()).opener().open(request.source(), events, request.streams());
        try {
            Store target =
                    provider(request.destination()).opener().open(request.destination(), events, request.streams());
            if (target instanceof CopyTarget receiver) {
                receiver.receive(
                        source,
                        !request.rules().keepsSome()
                                && request.rules().backupDirectory().isEmpty(),
                        !request.isLimited() && request.checked().isEmpty());
            }
            return new ConnectionPair(source, target);
        } catch (TransferException | InterruptedException e) {
            source.close();
            throw e;
        }
    }

    private StoreProvider provider(Location location) {
        StoreProvider provider = providers.get(location.scheme());
        if (provider == null) {
            throw new IllegalArgumentException(name + " does not speak " + location.scheme());
        }
        return provider;
    }

    /** Events one at a time; what is the same for each of a thousand files is reported once. */
    private static StoreProvider.Events events(TransferListener listener) {
        Set<String> told = new HashSet<>();
        return (code, text) -> {
            synchronized (told) {
                boolean perTransfer = ONCE.contains(code);
                if (!perTransfer || told.add(text)) {
                    listener.onEvent(code, text);
                }
            }
        };
    }
}
