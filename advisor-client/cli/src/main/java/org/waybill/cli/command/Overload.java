package org.waybill.cli.command;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;

/**
 * Whether this machine is too busy to judge by what did not answer in time.
 *
 * @param load processes that run or wait for a processor; below 0 if that is unknown
 */
public record Overload(DoubleSupplier load, int processors) {
    public static final Overload HERE = new Overload(
            () -> ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            Runtime.getRuntime().availableProcessors());

    /** Processes for each processor from which on answers may be late. */
    private static final double BUSY = 2;

    private static final Set<Reason> MAY_BE_LATE = Set.of(Reason.UNREACHABLE, Reason.CONNECTION_LOST, Reason.GAVE_UP);

    /** What failures say where an answer did not come in time. */
    private static final Pattern LATE = Pattern.compile(
            "timed out|time-?out|in time|no answer|has not answered|(does|did|do) not answer|is down|not connect");

    /** What is added to a line that says what did not answer; empty if this machine is not busy. */
    public String note() {
        double now = load.getAsDouble();
        return now < BUSY * processors
                ? ""
                : String.format(Locale.ROOT, " (this machine is overloaded: load %.1f on %d CPUs)", now, processors);
    }

    /** Why a command failed, with the load where that may be the cause. */
    public String told(Reason reason, String message) {
        // a port that refuses at once, a wrong file or name is not the load's doing
        return mayBeLate(reason, message) && LATE.matcher(message).find() ? message + note() : message;
    }

    /** Whether a failure may be that of an answer which came too late, or not at all. */
    public static boolean mayBeLate(Reason reason, String message) {
        boolean ended = message.contains("closed the connection"); // the server's doing, whatever our load
        return MAY_BE_LATE.contains(reason) && !ended && !hasAnswered(message);
    }

    /** Whether a failure's text says that an answer came: a port that is closed, or a refusal. */
    public static boolean hasAnswered(String message) {
        return message.contains(" is closed") || message.contains("refused");
    }
}
