package org.waybill.engine.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Cause;

/**
 * What a session did.
 *
 * @param resumedFiles that were there as a whole
 * @param linkedFiles further names, which became hard links
 * @param resentBytes sent more than once because a stream broke
 * @param sha256 as in {@link org.waybill.engine.TransferReport}
 * @param sourceCause what bounded the rate as the source sees it
 * @param sinkCause as the sink sees it
 * @param firstFailure of what of a tree could not be copied, the first that was known; null if everything was
 * @param notTransferred what could not be copied and what was left out, by name
 */
public record SessionResult(
        long bytes,
        long files,
        long resumedBytes,
        long resumedFiles,
        long linkedFiles,
        long resentBytes,
        int streams,
        @Nullable String sha256,
        Cause sourceCause,
        Cause sinkCause,
        @Nullable TransferException firstFailure,
        List<NotTransferred> notTransferred) {
    public SessionResult {
        notTransferred = List.copyOf(notTransferred);
    }

    /**
     * This, where everything came that was not left out on purpose.
     *
     * @throws TransferException the first refusal, and the names of all that is missing
     */
    public SessionResult orRefused() throws TransferException {
        TransferException first = firstFailure;
        if (first == null) {
            return this;
        }
        long failed = notTransferred.stream().filter(NotTransferred::isFailure).count();
        throw (failed == 1
                        ? first
                        : new TransferException(first.reason(), NotTransferred.ofSeveral(failed, files, first), first))
                .lacking(notTransferred)
                .having(files, bytes);
    }

    /** What bounded the rate: the sink's word counts where it has one, since the source only sees it not taking. */
    public Cause cause() {
        return sinkCause.equals(Cause.UNKNOWN) ? sourceCause : sinkCause;
    }
}
