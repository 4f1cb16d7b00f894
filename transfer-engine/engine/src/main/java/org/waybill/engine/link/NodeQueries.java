package org.waybill.engine.link;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** Questions to a node, and orders, that transfer no data over this machine. */
public final class NodeQueries {
    /** The event that reports that a node does not list what it has not sent on. */
    public static final String LEFT_OUT_UNKNOWN = "LEFT_OUT_UNKNOWN";

    private static final Message HELLO = new Message.Hello(NodeLinks.AGENT);

    private final NodeLinks links;

    /**
     * What a node has sent to another.
     *
     * @param notTransferred what it left out
     */
    public record SentOn(Message.Report report, List<NotTransferred> notTransferred) {}

    /** @param home whose identity the nodes know */
    public NodeQueries(Path home) throws TransferException {
        links = new NodeLinks(home);
    }

    /** The tree at a place of a node: every entry below it, in order. */
    public List<Message.Entry> list(Location place) throws TransferException {
        return list(place, true);
    }

    /** The same; without {@code deep} only what is in the directory itself. */
    public List<Message.Entry> list(Location place, boolean deep) throws TransferException {
        NodeAddress node = NodeAddress.of(place);
        List<Message.Entry> entries = new ArrayList<>();
        PeerLimits limits = PeerLimits.tree();
        try (ControlLink link = links.greet(node, HELLO, new Message.ListRequest(place.path(), deep))) {
            boolean last = false;
            while (!last) {
                Message.Manifest manifest = Replies.expect(Message.Manifest.class, link.receive());
                if (manifest.entries().isEmpty() && !manifest.last()) {
                    throw new WireException("a list of nothing");
                }
                for (Message.Entry entry : manifest.entries()) {
                    limits.take(entry.path().length());
                    entries.add(entry);
                }
                last = manifest.last();
            }
            link.finish();
            return entries;
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /** What is at a place of a node, and how much room is there. */
    public Message.Status status(Location place) throws TransferException {
        NodeAddress node = NodeAddress.of(place);
        try (ControlLink link = links.greet(node, HELLO, new Message.StatusRequest(place.path()))) {
            Message.Status status = Replies.expect(Message.Status.class, link.answer());
            link.finish();
            return status;
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /**
     * Removes what a transfer of this client has left at a node, of a copy that something else has completed.
     *
     * @param name of the source, as the transfer said it; likewise whether it is a directory
     * @throws TransferException {@link Reason#BAD_INPUT} for a node of an older version
     */
    public void giveUp(Location target, String name, boolean directory) throws TransferException {
        NodeAddress node = NodeAddress.of(target);
        try (ControlLink link = links.greet(node, HELLO)) {
            if (!link.isSince(Message.GiveUp.KNOWN_SINCE)) {
                throw new TransferException(
                        Reason.BAD_INPUT,
                        node + " runs an older Waybill, which cannot do that; have its operator update it");
            }
            link.send(new Message.GiveUp(target.path(), name, directory));
            Replies.expect(Message.Done.class, link.answer());
            link.finish();
        } catch (IOException e) {
            throw Replies.broken(e, node.toString());
        }
    }

    /**
     * Has one node send what it holds to another; both must be known to us, and the second must know the first.
     *
     * @param holder what to send, and where it is
     * @param rules what of a directory is sent
     * @param transfer the order's name at each attempt; empty for one attempt only
     * @param heard also of what was left out
     */
    public SentOn sendOn(
            Location holder,
            Location target,
            CopyRules rules,
            boolean verify,
            long rateBitsPerSecond,
            byte[] transfer,
            TransferListener heard)
            throws TransferException, InterruptedException {
        NodeAddress from = NodeAddress.of(holder);
        NodeAddress to = NodeAddress.of(target);
        Message order =
                new Message.SendOn(holder.path(), to.host(), to.port(), target.path(), verify, rateBitsPerSecond);
        Message.Hello hello = new Message.Hello(NodeLinks.AGENT, new byte[0], transfer);
        List<String> words = CopyRulesText.ofSendingOn(rules);
        try (ControlLink link = words.isEmpty() ? links.greet(from, hello, order) : links.greet(from, hello)) {
            if (!words.isEmpty()) {
                send(link, words, order, from);
            }
            List<NotTransferred> missing = new ArrayList<>();
            Message message = hearOfSendOn(link, missing, heard);
            if (message instanceof Message.Failure failure) {
                throw refused(new TransferException(failure.reason(), failure.text()), from, to)
                        .lacking(missing);
            }
            Message.Report report = Replies.expect(Message.Report.class, message);
            link.finish();
            if (report.files() != 1 && !link.isSince(Message.Unsendable.OF_SEND_ON_SINCE)) {
                heard.onEvent(
                        LEFT_OUT_UNKNOWN,
                        from + " runs an older Waybill, which does not report which entries it left out");
            }
            return new SentOn(report, missing);
        } catch (IOException e) {
            throw Replies.broken(e, from.toString());
        }
    }

    /** Returns what it says last. @param missing gets what the other node does not get */
    private static Message hearOfSendOn(ControlLink link, List<NotTransferred> missing, TransferListener heard)
            throws IOException, TransferException, InterruptedException {
        PeerLimits limits = PeerLimits.tree();
        while (true) {
            Message message = link.receive();
            if (message instanceof Message.Progress now) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                heard.onProgress(new TransferListener.Progress(
                        TransferListener.Phase.MOVING,
                        now.bytesDone(),
                        now.totalBytes(),
                        now.filesDone(),
                        now.totalFiles(),
                        ""));
            } else if (message instanceof Message.Unsendable not) {
                limits.take(not.text().length());
                missing.add(not.missing());
                missing.getLast().tell(heard);
            } else {
                return message;
            }
        }
    }

    /** The second node refuses one that acts for us also where it does not know us; then that is what is to be said. */
    private TransferException refused(TransferException failure, NodeAddress from, NodeAddress to) {
        if (OnwardLogIn.failed(failure)) {
            try (ControlLink link = links.greet(to, HELLO)) {
                link.finish();
            } catch (TransferException ours) {
                if (OnwardLogIn.failed(ours)) {
                    return ours;
                }
            }
        }
        return OnwardLogIn.named(failure, from.toString(), to);
    }

    private static void send(ControlLink link, List<String> words, Message order, NodeAddress node)
            throws IOException, TransferException {
        if (!link.isSince(Message.Rules.SINCE)) {
            throw new TransferException(
                    Reason.UNSAFE, node + " runs a Waybill version without filters: update it, or leave them out");
        }
        List<Message> all = new ArrayList<>(Message.Rules.of(words));
        all.add(order);
        link.send(all.toArray(new Message[0]));
    }
}
