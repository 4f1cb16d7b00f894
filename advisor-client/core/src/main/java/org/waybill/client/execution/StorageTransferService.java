package org.waybill.client.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageService;
import org.waybill.api.storage.TransferUrl;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.script.StorageSystemSteps;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Carries out orders by a storage system that speaks SRM: has the file made ready, waits for its transfer URL, copies by
 * that, and reports to the system how it ended. Other orders are carried out as they are. Blocking; an interrupt stops
 * the wait or the transfer, and the request is ended all the same. See decision 0298.
 *
 * @param service asked only for orders by a storage system
 */
public record StorageTransferService(
        CircuitTransferService moves, Supplier<? extends StorageService> service, RetryClock ticker) {
    private static final long SHORTEST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 30;

    /**
     * Moves the data.
     *
     * @throws TransferException what the storage system or the transfer fails with
     */
    public TransferResult move(TransferOrder order, TransferListener listener)
            throws TransferException, InterruptedException {
        if (!isBySystem(order) || order.request().dryRun()) {
            return moves.move(order, listener);
        }
        Location from = order.request().source();
        Location to = order.request().destination();
        Location named = FileNames.saysDirectory(to.path()) || to.isLocal() && Files.isDirectory(Path.of(to.path()))
                ? at(to, FileNames.within(to.path(), FileNames.last(from.path())))
                : to;
        boolean write = to.is(Protocol.SRM);
        StorageAsk ask = new StorageAsk(
                StorageSystemSteps.surl(write ? named : from),
                write,
                write ? size(from) : null,
                List.of(order.transport().substring(StorageSystemSteps.TRANSPORT.length())));
        try {
            StorageRequest request = ready(
                    service.get(),
                    ask,
                    order.request().deadline(),
                    ticker,
                    waiting -> listener.onEvent(
                            "STORAGE_WAIT",
                            "waiting for the storage system to make the file ready (request " + waiting.token() + ")"));
            boolean good = false;
            try {
                Location there = transfer(request.transferUrl(), write ? to : from);
                TransferResult result = moves.move(
                        order.between(write ? from : there, write ? there : named)
                                .by(Protocols.named(there.scheme())
                                        .orElseThrow()
                                        .transports()
                                        .getFirst()
                                        .name()),
                        listener);
                good = true;
                return result;
            } finally {
                end(ask, request, good, listener);
            }
        } catch (ServiceException e) {
            throw CircuitTransferService.refused("the storage system", e);
        }
    }

    /**
     * Fails where the mover of an order refuses it, before anything is made or sent. Which mover copies by a storage
     * system is known only when the file is ready.
     */
    void check(TransferOrder order) throws TransferException {
        if (!isBySystem(order)) {
            moves.moves().check(order);
        }
    }

    private static boolean isBySystem(TransferOrder order) {
        return order.transport().startsWith(StorageSystemSteps.TRANSPORT);
    }

    private static Location at(Location end, String path) {
        return new Location(end.scheme(), end.user(), end.host(), end.port(), path);
    }

    /**
     * The end that a transfer URL names. A storage system may name any host: only its own counts as storage by its URL,
     * as the user named it; another is a web site, which gets a token only if that names it.
     */
    static Location transfer(String url, Location system) throws TransferException {
        Location there = EndpointParser.parse(url).location();
        String scheme = there.is(Protocol.DAVS)
                ? Protocol.HTTPS.scheme()
                : there.is(Protocol.DAV) ? Protocol.HTTP.scheme() : there.scheme();
        return there.host().equalsIgnoreCase(system.host())
                ? there
                : new Location(scheme, there.user(), there.host(), there.port(), there.path());
    }

    private static long size(Location file) throws TransferException {
        try {
            return Files.size(Path.of(file.path()));
        } catch (IOException e) {
            throw new TransferException(Reason.NOT_FOUND, "file not found: " + file.path(), e);
        }
    }

    /** Also for an interrupted thread, whose calls would fail. What was written is there only after this. */
    private void end(StorageAsk ask, StorageRequest request, boolean good, TransferListener listener) {
        boolean interrupted = Thread.interrupted();
        try {
            service.get().finishStorage(ask.surl(), request.token(), ask.write(), good);
        } catch (ServiceException e) {
            if (ask.write() && good) {
                throw e;
            }
            listener.onEvent(
                    "STORAGE_KEPT",
                    "cannot end request " + request.token() + " of the storage system: " + e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Asks for a file to be made ready and waits as long as that takes. An interrupt takes the request back.
     *
     * @param deadline of the wait; null for none
     * @param waiting hears of the request, once, if it is waited for
     * @throws TransferException {@link Reason#UNSAFE} for a transfer URL that was not asked for
     */
    public static StorageRequest ready(
            StorageService service,
            StorageAsk ask,
            @Nullable Instant deadline,
            RetryClock ticker,
            Consumer<StorageRequest> waiting)
            throws TransferException, InterruptedException {
        StorageRequest request = service.prepareStorage(ask);
        try {
            if (!request.ready()) {
                waiting.accept(request);
            }
            while (!request.ready()) {
                if (deadline != null && !ticker.now().isBefore(deadline)) {
                    throw new TransferException(
                            Reason.DEADLINE_MISSED, "the storage system has not made the file ready by " + deadline);
                }
                ticker.sleep(Duration.ofSeconds(
                        Math.clamp(request.waitSeconds(), SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)));
                request = service.storageStatus(ask.surl(), request.token(), ask.write());
            }
            if (!TransferUrl.isOf(request.transferUrl(), ask.protocols())) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "the storage system returned an unusable transfer URL: expected "
                                + String.join(" or ", ask.protocols()));
            }
            return request;
        } catch (TransferException | InterruptedException | RuntimeException e) {
            boolean interrupted = Thread.interrupted(); // calls of an interrupted thread fail
            try {
                service.finishStorage(ask.surl(), request.token(), ask.write(), false);
            } catch (ServiceException cannotEnd) {
                e.addSuppressed(cannotEnd);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            throw e;
        }
    }
}
