package org.waybill.engine.driver;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.waybill.planner.admission.LogRateLimit;
import org.waybill.platform.SocketAddresses;

/**
 * Lines about what those did who have not shown that they may be here: few, short ones, so that they can neither fill
 * the disk nor make the lines in the logs be rotated away.
 */
public final class RefusedConnectionsLog {
    /** Who came in and who was refused; the command line keeps its lines in files of their own. */
    public static final Logger SECURITY = System.getLogger("org.waybill.security");

    private static final LogRateLimit LINES = new LogRateLimit(5, 100, System::nanoTime);

    private RefusedConnectionsLog() {}

    /**
     * A line at INFO, if there have not been many of the kind from there lately; what is left out is counted.
     *
     * @param kind a few words, the same for all of the kind
     * @param who an address, or a certificate
     */
    public static void note(Logger log, String kind, String who, String detail) {
        LINES.admit(kind + " " + SocketAddresses.caller(who))
                .ifPresent(more -> log.log(
                        Level.INFO, () -> LogRateLimit.printable(kind + " from " + who + ": " + detail) + more));
    }

    /** A connection could not be accepted: out of descriptors, most likely. Those that wait are there soon. */
    public static void notAccepted(Logger log, IOException why) {
        note(log, "a connection that cannot be accepted", "anywhere", String.valueOf(why.getMessage()));
        try {
            Thread.sleep(200);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
