package org.waybill.engine.session;

import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferListener;

/**
 * What both roles of a session need to know.
 *
 * @param secret 32 bytes, see {@link org.waybill.engine.wire.DataKeys}
 * @param name what is copied, as the user knows it
 * @param peerName the other side, for messages
 * @param rules what the sink replaces, and what else is kept
 * @param owner this side, for the lock on a target: one line
 * @param files those with several names, of this transfer and others of its command
 */
public record SessionSettings(
        byte[] secret,
        boolean verify,
        long rateBitsPerSecond,
        String name,
        String peerName,
        String owner,
        TransferListener listener,
        CopyRules rules,
        SharedFiles files) {
    /** The same with other rules. */
    public SessionSettings with(CopyRules others) {
        return new SessionSettings(secret, verify, rateBitsPerSecond, name, peerName, owner, listener, others, files);
    }

    /** Notifies the listener. */
    public void event(String code, String text) {
        listener.onEvent(code, text);
    }
}
