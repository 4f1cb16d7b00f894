package org.waybill.engine.link;

import java.util.EnumSet;
import java.util.Set;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Failures of a node that is to send to another one, for a client that sees neither's machine. */
public final class OnwardLogIn {
    private static final Set<Reason> OF_PAIRING = EnumSet.of(Reason.AUTHENTICATION, Reason.CERTIFICATE);

    private OnwardLogIn() {}

    /** Whether two machines do not know each other. */
    static boolean failed(TransferException failure) {
        return OF_PAIRING.contains(failure.reason());
    }

    /**
     * The failure, and whose it is where it is one of pairing: which machine is "here" does not show in its text.
     *
     * @param sender the node that could not log in, for people
     */
    public static TransferException named(TransferException failure, String sender, NodeAddress target) {
        return failed(failure)
                ? new TransferException(
                        failure.reason(),
                        sender + " could not log in at " + target + " (pair on the machine of " + sender
                                + ", in its WAYBILL_HOME): " + failure.getMessage(),
                        failure)
                : failure;
    }
}
