package org.waybill.engine.session;

import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** What a client makes of a node's answers. */
final class Replies {
    private Replies() {}

    /**
     * The answer that was due.
     *
     * @throws TransferException with the node's own reason if it said that it will not
     * @throws WireException if it said anything else
     */
    static <T extends Message> T expect(Class<T> type, Message message) throws TransferException, WireException {
        if (message instanceof Message.Failure failure) {
            throw new TransferException(failure.reason(), failure.text());
        }
        if (!type.isInstance(message)) {
            throw new WireException("it said " + message.getClass().getSimpleName() + " where "
                    + type.getSimpleName() + " was due");
        }
        return type.cast(message);
    }
}
