package org.waybill.engine.node;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.client.Tally;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.wire.Message;

/** A node that sends what it holds to another node, for a client that watches. */
final class SendingOn {
    private static final long PROGRESS_MILLIS = 500;

    private final ControlLink link;
    private final NodeServices services;
    private final Permit permit;

    /** @param permit of the client that gives the order */
    SendingOn(ControlLink link, NodeServices services, Permit permit) {
        this.link = link;
        this.services = services;
        this.permit = permit;
    }

    /** Opens what is to be sent; may wait until it begins to arrive. */
    @FunctionalInterface
    interface Opener {
        SourceTree open() throws TransferException, InterruptedException;
    }

    /** Sends, and tells how it goes; true if the connection is of use afterwards. */
    boolean serve(Message.SendOn order, Opener source) throws TransferException, InterruptedException, IOException {
        NodeAddress target = new NodeAddress(order.host(), order.port());
        // refused before anything is opened; what counts is what it leads to when we connect
        services.relay().onward().addresses(target);
        AtomicReference<TransferListener.Progress> now = new AtomicReference<>();
        CompletableFuture<SessionResult> done = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().name("send on").start(() -> {
            try {
                done.complete(send(order, source.open(), target, now::set));
            } catch (TransferException | InterruptedException e) {
                done.completeExceptionally(e);
            }
        });
        try {
            SessionResult result = await(done, now);
            link.send(new Message.Report(result.bytes(), result.files(), result.sha256() == null ? "" : result.sha256(),
                    result.streams(), result.resentBytes(), result.resumedBytes(), result.cause().code(),
                    result.cause().text()));
            return true;
        } finally {
            // a client that has left wants nothing sent
            worker.interrupt();
        }
    }

    private SessionResult send(Message.SendOn order, SourceTree source, NodeAddress target, TransferListener listener)
            throws TransferException, InterruptedException {
        // at the other node, too, nothing is done for this client that it could not do there itself
        TransferClient client = new TransferClient(services.settings().home(), services.relay().onward(),
                permit.own() ? new byte[0] : permit.peer().bytes());
        SessionResult result = client.push(source, EntryNames.last(order.path()),
                new Location("waybill", null, target.host(), target.port(), order.target()),
                new TransferClient.Options(0, order.rateBitsPerSecond(), order.verify(), null), new Tally(listener));
        return result.orRefused();
    }

    private SessionResult await(CompletableFuture<SessionResult> done,
            AtomicReference<TransferListener.Progress> now)
            throws TransferException, InterruptedException, IOException {
        while (true) {
            try {
                return done.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                TransferListener.Progress progress = now.get();
                if (progress != null) {
                    link.send(new Message.Progress(progress.bytesDone(), progress.totalBytes(), progress.filesDone(),
                            progress.totalFiles()));
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof TransferException known ? known
                        : new TransferException(Reason.INTERNAL, "sending on failed: " + e.getCause(), e);
            }
        }
    }
}
