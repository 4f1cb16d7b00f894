package org.waybill.engine.link;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message;

/**
 * A connection to a node for one question after the other; opened again where one broke it, or left off in the middle
 * of an answer. For one thread.
 */
public final class NodeSession implements AutoCloseable {
    private final NodeLinks links;
    private final NodeAddress node;
    private @Nullable ControlLink link;
    private boolean inAnswer;

    private NodeSession(NodeLinks links, NodeAddress node) {
        this.links = links;
        this.node = node;
    }

    /**
     * Connects.
     *
     * @param home whose identity the node knows
     */
    public static NodeSession open(Path home, NodeAddress node) throws TransferException {
        NodeSession session = new NodeSession(new NodeLinks(home), node);
        session.connected();
        return session;
    }

    /** Another one to the same node. */
    public NodeSession another() throws TransferException {
        NodeSession session = new NodeSession(links, node);
        session.connected();
        return session;
    }

    public NodeAddress node() {
        return node;
    }

    /** Whether the node knows what came with this version of the protocol. */
    public boolean isSince(int needed) throws TransferException {
        return connected().isSince(needed);
    }

    /** Asks; the answer is to be heard to its end before anything else is asked, or it is given up. */
    public void ask(Message question) throws TransferException {
        leaveAnswer();
        try {
            inAnswer = true;
            connected().send(question);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * The next part of an answer, however long the node takes as long as it beats.
     *
     * @param last whether it is the last part; else {@link #answered} is to be called after that one
     */
    public <T extends Message> T hear(Class<T> kind, boolean last) throws TransferException {
        Message message = hear();
        try {
            inAnswer = !last && !(message instanceof Message.Failure);
            return Replies.expect(kind, message);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** The same of any kind. */
    public Message hear() throws TransferException {
        try {
            return connected().receive();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** The part that was heard last was the last one. */
    public void answered() {
        inAnswer = false;
    }

    private TransferException broken(IOException error) {
        close();
        return Replies.broken(error, node.toString());
    }

    private ControlLink connected() throws TransferException {
        ControlLink known = link;
        if (known != null && !known.isClosed()) {
            return known;
        }
        ControlLink fresh = links.greet(node, new Message.Hello(NodeLinks.AGENT));
        link = fresh;
        return fresh;
    }

    /** The next question does not get the rest of an answer that is no longer needed. */
    private void leaveAnswer() {
        if (inAnswer) {
            close();
        }
    }

    @Override
    public void close() {
        ControlLink known = link;
        link = null;
        if (known != null && inAnswer) {
            known.close();
        } else if (known != null) {
            known.finish();
        }
        inAnswer = false;
    }
}
