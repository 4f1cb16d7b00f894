package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.util.Objects;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeSession;
import org.waybill.engine.link.Replies;
import org.waybill.engine.mover.BlockInput;
import org.waybill.engine.mover.TransferIOException;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** A node's answer to {@link Message.Read}. */
final class NodeInput extends BlockInput {
    private final NodeSession session;
    private byte[] block = {};
    private int at;
    private boolean ended;

    /** Hears the first part: whether there is such a file. */
    NodeInput(NodeSession session) throws TransferException {
        this.session = session;
        hear();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int n = Math.min(length, block.length - at);
        System.arraycopy(block, at, into, offset, n);
        at += n;
        return n;
    }

    private boolean fill() throws IOException {
        try {
            while (!ended && at == block.length) {
                hear();
            }
            return at < block.length;
        } catch (TransferException e) {
            throw new TransferIOException(e);
        }
    }

    private void hear() throws TransferException {
        Message message = session.hear();
        if (message instanceof Message.InlineBlock more) {
            block = more.payload();
            at = 0;
            return;
        }
        ended = true;
        session.answered();
        try {
            Replies.expect(Message.Done.class, message);
        } catch (WireException e) {
            session.close();
            throw Replies.broken(e, session.node().toString());
        }
    }
}
