package org.waybill.service.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.waybill.planner.admission.LogRateLimit;
import org.waybill.platform.SocketAddresses;

/**
 * Who came in, who was refused and who changed accounts, one line each, under a logger whose lines go to files of their
 * own. What strangers cause is limited and counted, so that no one can make the lines there be rotated away: a
 * hundred lines an hour are a quarter of a megabyte a day.
 */
public final class SecurityLog {
    /** The logger's name; the command line keeps its lines apart. */
    public static final String NAME = "org.waybill.security";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);
    private static final LogRateLimit STRANGERS = new LogRateLimit(5, 100, System::nanoTime);

    private SecurityLog() {}

    /** Something that a known caller did. */
    public static void done(String line) {
        LOG.info("{}", LogRateLimit.printable(line));
    }

    /**
     * Something that was refused.
     *
     * @param kind a few words, the same for all of the kind
     * @param address whose request it was
     * @return whether it was written down
     */
    public static boolean refused(String kind, String address, String detail) {
        String who = LogRateLimit.printable(address);
        var more = STRANGERS.admit(kind + " " + SocketAddresses.caller(who));
        more.ifPresent(count -> LOG.warn("refused {} from {}: {}{}", kind, who, LogRateLimit.printable(detail), count));
        return more.isPresent();
    }
}
