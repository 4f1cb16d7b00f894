package org.waybill.engine.gridftp;

import java.util.List;
import java.util.regex.Pattern;
import org.waybill.engine.transport.RangeSet;

/**
 * What a client asks for one file transfer besides its name.
 *
 * @param mode {@code S} or {@code E}
 * @param restart the argument of REST: an offset, or in extended block mode the ranges that arrived; empty for none
 * @param partialOffset where ERET or ESTO begins, -1 for a whole file
 * @param partialBytes how many bytes ERET requests, -1 for a whole file or ESTO
 * @param streams connections on the client's leg
 * @param bufferBytes socket buffers, 0 to leave the kernel's tuning on
 * @param allocateBytes the size that ALLO announced, -1 if none
 */
public record TransferSpec(
        char mode,
        String restart,
        long partialOffset,
        long partialBytes,
        int streams,
        int bufferBytes,
        long allocateBytes) {
    private static final Pattern MARKER = Pattern.compile("\\d{1,18}|\\d{1,18}-\\d{1,18}(,\\d{1,18}-\\d{1,18})*");

    public boolean isPartial() {
        return partialOffset >= 0;
    }

    /** In extended block mode, what of a file of this size did not arrive yet, in order. */
    public List<RangeSet.Range> missing(long sizeBytes) throws FtpError {
        restartOffset();
        RangeSet arrived = new RangeSet();
        for (String range : restart.split(",")) {
            String[] ends = range.split("-", 2);
            long end = Math.min(sizeBytes, Long.parseLong(ends[1]));
            if (Long.parseLong(ends[0]) < end) {
                arrived.add(Long.parseLong(ends[0]), end);
            }
        }
        return arrived.missingBelow(sizeBytes);
    }

    /** Where the stream begins: the restart offset, or in extended block mode the end of what arrived without a gap. */
    public long restartOffset() throws FtpError {
        if (restart.isEmpty()) {
            return 0;
        }
        if (!MARKER.matcher(restart).matches()) {
            throw new FtpError(501, "REST takes an offset, or ranges such as 0-1024,2048-4096");
        }
        if (!restart.contains("-")) {
            return Long.parseLong(restart);
        }
        long reached = 0;
        for (String range : restart.split(",")) {
            String[] ends = range.split("-", 2);
            if (Long.parseLong(ends[0]) <= reached) {
                reached = Math.max(reached, Long.parseLong(ends[1]));
            }
        }
        return reached;
    }
}
