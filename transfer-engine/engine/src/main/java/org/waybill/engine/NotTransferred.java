package org.waybill.engine;

import java.io.Serializable;
import java.util.Set;
import org.waybill.engine.storage.EntryNames;

/**
 * Something of the source that is not at the destination.
 *
 * @param path below what was to be copied, parts separated by slashes; the file's own name where that is one file
 * @param reason a {@link Reason}'s name, or {@link #LEFT_OUT} for what no mover takes, {@link #KEPT} for what
 *     the destination keeps: these are not failures
 * @param text why, for a person
 */
public record NotTransferred(String path, String reason, String text) implements Serializable {
    /** A link out of the tree, a device, a socket, a pipe, or what another transfer has not finished. */
    public static final String LEFT_OUT = Reason.LEFT_OUT.name();

    /** A file that the destination has and that was not to be replaced. */
    public static final String KEPT = "KEPT";

    /** Of a pipe, a socket or a device. */
    public static final String SPECIAL = "is neither a file nor a directory";
    /** Of a link. */
    public static final String LEADS_TO_SPECIAL = "leads to something that " + SPECIAL;
    /** Of what another transfer writes, or one that was killed has left. */
    public static final String PARTIAL = "is a partial file of a transfer";

    private static final Set<String> EVENTS =
            Set.of("FILE_FAILED", "SKIPPED_LINK", "SKIPPED_SPECIAL", "SKIPPED_PARTIAL", KEPT, "REFUSED");

    /** Whether an event of a {@link TransferListener} says of one file what the end of the transfer says of all. */
    public static boolean isSaidBy(String event) {
        return EVENTS.contains(event);
    }

    /** Tells a listener at once. */
    public void tell(TransferListener listener) {
        listener.onEvent(event(), EntryNames.printable(path) + (isFailure() ? ": " : " ") + text);
    }

    /** What failed. */
    public static NotTransferred failed(String path, TransferException why) {
        return new NotTransferred(path, why.reason().name(), why.getMessage());
    }

    /** What was left out on purpose. */
    public static NotTransferred leftOut(String path, String text) {
        return new NotTransferred(path, LEFT_OUT, text);
    }

    /** What was there and was not to be replaced. */
    public static NotTransferred kept(String path) {
        return new NotTransferred(path, KEPT, "already exists and was kept");
    }

    /**
     * The line on a tree of which several files failed.
     *
     * @param there files that are at the destination, copied now or found there
     * @param first failure
     */
    public static String ofSeveral(long failed, long there, TransferException first) {
        return failed + " files failed, " + there + (there == 1 ? " is" : " are") + " at the destination; first error: "
                + first.getMessage();
    }

    /** The event that says it. */
    public String event() {
        return switch (text) {
            case SPECIAL, LEADS_TO_SPECIAL -> "SKIPPED_SPECIAL";
            case PARTIAL -> "SKIPPED_PARTIAL";
            default -> isFailure() ? "FILE_FAILED" : isKept() ? KEPT : "SKIPPED_LINK";
        };
    }

    public boolean isFailure() {
        return !reason.equals(LEFT_OUT) && !isKept();
    }

    public boolean isKept() {
        return reason.equals(KEPT);
    }
}
