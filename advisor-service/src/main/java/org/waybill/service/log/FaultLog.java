package org.waybill.service.log;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.waybill.planner.admission.LogRateLimit;

/** Unforeseen faults: a line each, at most a number a minute, and the stack trace of the first of a kind. */
public final class FaultLog {
    private static final Logger LOG = LoggerFactory.getLogger(FaultLog.class);
    private static final int MOST_TRACES = 50;
    private static final LogRateLimit LINES = new LogRateLimit(5, 300, System::nanoTime);
    private static final Set<String> TRACED = ConcurrentHashMap.newKeySet();

    private FaultLog() {}

    /** A fault of something that is away and may be back; never with its stack. */
    public static void addLine(String reference, Throwable fault) {
        add(reference, fault, false);
    }

    /** @param reference what the caller was given to look for */
    public static void add(String reference, Throwable fault) {
        add(reference, fault, true);
    }

    private static void add(String reference, Throwable fault, boolean traced) {
        String kind = fault.getClass().getSimpleName() + " at " + place(fault);
        LINES.admit(kind).ifPresent(more -> {
            String line = "fault " + reference + ": " + kind + ": "
                    + LogRateLimit.printable(String.valueOf(fault.getMessage())) + more;
            if (traced && TRACED.size() < MOST_TRACES && TRACED.add(kind)) {
                LOG.error("{}", line, fault);
            } else {
                LOG.error("{}", line);
            }
        });
    }

    /** The innermost place in our own code. */
    private static String place(Throwable fault) {
        return Arrays.stream(fault.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("org.waybill."))
                .findFirst()
                .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + ":" + frame.getLineNumber())
                .orElse("a library");
    }
}
