package org.waybill.cli.command;

import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;

/** What of the source is not at the destination, by name, for people: some lines, however many there are. */
public final class NotTransferredText {
    private static final int MOST_SHOWN = 20;
    private static final int DEEPEST_CAUSE = 16;

    private NotTransferredText() {}

    /** What is known to be missing because of a failure. */
    public static List<NotTransferred> of(Throwable thrown) {
        @Nullable Throwable at = thrown;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            if (at instanceof TransferException failure
                    && !failure.notTransferred().isEmpty()) {
                return failure.notTransferred();
            }
            at = at.getCause();
        }
        return List.of();
    }

    /** Lines below a message that has been printed already; none where it says all. */
    public static void print(PrintStream out, String message, List<NotTransferred> missing) {
        if (missing.size() == 1 && message.contains(missing.getFirst().text())) {
            return;
        }
        // what ended the whole copy is the reason for each file
        List<NotTransferred> others =
                missing.stream().filter(one -> !one.text().endsWith(message)).toList();
        int stopped = missing.size() - others.size();
        print(out, stopped > 1 ? others : missing);
        if (stopped > 1) {
            out.println("not transferred, for the same reason: " + stopped + " entries; --json and --report name all");
        }
    }

    /** Their names, and last a line on how many were left out, if there is more than one. */
    public static void print(PrintStream out, List<NotTransferred> all) {
        names(out, all);
        if (all.stream().filter(NotTransferredText::isLeftOut).count() > 1) {
            leftOut(out, all);
        }
    }

    public static void names(PrintStream out, List<NotTransferred> all) {
        List<NotTransferred> missing = all.stream().filter(one -> !one.isKept()).toList();
        int kept = all.size() - missing.size();
        if (kept > 0) {
            out.println("kept " + HumanUnits.counted(kept, "existing file"));
        }
        missing.stream()
                .limit(MOST_SHOWN)
                .forEach(one -> out.println((one.isFailure() ? "not transferred: " : "left out: ")
                        + PrintableText.of(one.path()) + ": " + PrintableText.of(one.text())));
        if (missing.size() > MOST_SHOWN) {
            out.println("and " + (missing.size() - MOST_SHOWN) + " more; --json and --report name all");
        }
    }

    /** One line on how many were left out, if any were; their names were printed already. */
    public static void leftOut(PrintStream out, List<NotTransferred> all) {
        long leftOut = all.stream().filter(NotTransferredText::isLeftOut).count();
        if (leftOut > 0) {
            out.println(leftOut + (leftOut == 1 ? " entry" : " entries") + " left out");
        }
    }

    private static boolean isLeftOut(NotTransferred one) {
        return !one.isFailure() && !one.isKept();
    }
}
