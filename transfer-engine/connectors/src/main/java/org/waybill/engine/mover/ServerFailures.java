package org.waybill.engine.mover;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.store.StorePath;

/** What the failures of all servers have in common, in the same words by every protocol. */
public final class ServerFailures {
    private ServerFailures() {}

    /** What has its reason already: more than a peer may send, or a proxy that refused; null for others. */
    public static @Nullable TransferException known(Throwable cause, String where) {
        TransferException tooLong = PeerLimits.Exceeded.in(cause, where);
        return tooLong != null ? tooLong : ProxySockets.ProxyException.in(cause);
    }

    public static TransferException unreached(Exception cause, String server) {
        return new TransferException(Reason.UNREACHABLE, server + " cannot be reached: " + text(cause), cause);
    }

    /** What nothing else explains. @param broke whether the connection did */
    public static TransferException other(Exception cause, boolean broke, String where) {
        return broke
                ? new TransferException(Reason.CONNECTION_LOST, where + "the connection broke: " + text(cause), cause)
                : new TransferException(Reason.INTERNAL, where + text(cause), cause);
    }

    /** Fit for one line. */
    public static String text(Throwable cause) {
        return StorePath.shown(ErrorText.of(cause).strip());
    }
}
