package org.waybill.engine.node;

import java.io.IOException;
import java.util.List;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Protocol;

/**
 * A node that sends what it holds to another node, for a client that watches.
 *
 * @param permit of the client that gives the order
 * @param transfer what the client calls it: so does this node, to the other one
 */
record ThirdPartyPush(ControlLink link, NodeServices services, RequestAuthorization permit, byte[] transfer) {
    private static final System.Logger LOG = System.getLogger(ThirdPartyPush.class.getName());
    private static final long PROGRESS_NANOS = 500_000_000;

    /** Opens what is to be sent; may wait until it begins to arrive. */
    @FunctionalInterface
    interface Opener {
        SourceTree open() throws TransferException, InterruptedException;
    }

    /**
     * Sends, and reports progress. Listens to the client meanwhile: when it has left, nothing more is sent.
     *
     * @return what the client says next
     */
    Message serve(Message.SendOn order, Opener source) throws TransferException, IOException {
        NodeAddress target = new NodeAddress(order.host(), order.port());
        // refused before anything is opened; what counts is what it leads to when we connect
        services.relay().onward().addresses(target);
        Thread worker = Thread.ofVirtual().name("send on").start(() -> sendAndTell(order, source, target));
        try {
            return link.receive();
        } finally {
            // what it holds must be given back first
            SessionScope.interruptAndJoin(List.of(worker));
        }
    }

    private void sendAndTell(Message.SendOn order, Opener source, NodeAddress target) {
        try {
            link.send(outcome(order, source, target));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the client of a copy that is sent on has left: {0}", e.getMessage());
        } catch (InterruptedException _) {
            // no one waits for it any more
        }
    }

    private Message outcome(Message.SendOn order, Opener source, NodeAddress target)
            throws IOException, InterruptedException {
        try {
            SessionResult result = send(order, source, target);
            tell(result.notTransferred());
            return new Message.Report(
                    result.bytes(),
                    result.files(),
                    result.sha256() == null ? "" : result.sha256(),
                    result.streams(),
                    result.resentBytes(),
                    result.resumedBytes(),
                    result.cause().code(),
                    result.cause().text());
        } catch (TransferException e) {
            LOG.log(System.Logger.Level.INFO, "sending on to {0}: {1} {2}", target, e.reason(), e.getMessage());
            tell(e.notTransferred());
            return new Message.Failure(e.reason(), e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "sending on failed", e);
            return new Message.Failure(Reason.INTERNAL, "sending on failed: " + e);
        }
    }

    private void tell(List<NotTransferred> missing) throws IOException {
        if (link.isSince(Message.Unsendable.OF_SEND_ON_SINCE)) {
            for (NotTransferred one : missing) {
                link.send(Message.Unsendable.notListed(one));
            }
        }
    }

    private SessionResult send(Message.SendOn order, Opener source, NodeAddress target)
            throws TransferException, InterruptedException {
        // at the other node, too, nothing is done for this client that it could not do there itself
        TransferClient client = new TransferClient(
                services.settings().home(),
                services.relay().onward(),
                permit.own() ? new byte[0] : permit.peer().bytes());
        SessionResult result = client.push(
                source.open(),
                EntryNames.placed(order.path()),
                new Location(Protocol.WAYBILL.scheme(), null, target.host(), target.port(), order.target()),
                new TransferClient.Options(
                        new DataOptions(0, order.rateBitsPerSecond(), order.verify() ? Verify.SHA256 : Verify.NONE),
                        transfer),
                new ProgressCounter(new Progress()));
        return result.orRefused();
    }

    /** Reports progress to the client now and then. */
    private final class Progress implements TransferListener {
        private long toldNanos = System.nanoTime();

        @Override
        public void onProgress(TransferListener.Progress now) {
            if (System.nanoTime() - toldNanos < PROGRESS_NANOS) {
                return;
            }
            toldNanos = System.nanoTime();
            try {
                link.send(new Message.Progress(now.bytesDone(), now.totalBytes(), now.filesDone(), now.totalFiles()));
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the client does not hear: {0}", e.getMessage());
            }
        }
    }
}
