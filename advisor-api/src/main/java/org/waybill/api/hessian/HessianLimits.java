package org.waybill.api.hessian;

/**
 * Bounds of a body. A body beyond them is refused before it is read.
 *
 * @param requestBytes the longest request of an ordinary operation
 * @param replyBytes the longest reply to an ordinary operation
 * @param bulkBytes the longest request or reply of an operation marked {@link org.waybill.api.Bulk}
 * @param depth how deep lists, maps and objects may be nested
 * @param listLength how many elements a list may have
 * @param fields how many fields an object may have, and how many classes a body may define
 * @param values how many values may be built of one body; back-references count each time they are followed
 */
public record HessianLimits(
        int requestBytes, int replyBytes, int bulkBytes, int depth, int listLength, int fields, int values) {
    /** 64 KiB a request, 512 KiB a reply, 8 MiB in bulk, depth 32, lists of 10,000, 64 fields, a million values. */
    public static final HessianLimits DEFAULT =
            new HessianLimits(64 << 10, 512 << 10, 8 << 20, 32, 10_000, 64, 1_000_000);
}
