package org.waybill.engine.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Cause;

/**
 * What a session did.
 *
 * @param resentBytes sent more than once because a stream broke
 * @param sha256 as in {@link org.waybill.engine.TransferReport}
 * @param sourceCause what bounded the rate as the source sees it
 * @param sinkCause as the sink sees it
 * @param refused what of a tree could not be sent, one reason each; the rest was moved
 * @param notTransferred these and what was left out, by name
 */
public record SessionResult(long bytes, long files, long resumedBytes, long resentBytes, int streams,
        @Nullable String sha256, Cause sourceCause, Cause sinkCause, List<TransferException> refused,
        List<NotTransferred> notTransferred) {
    public SessionResult {
        refused = List.copyOf(refused);
        notTransferred = List.copyOf(notTransferred);
    }

    /**
     * This, where everything came that was not left out on purpose.
     *
     * @throws TransferException the first refusal, and the names of all that is missing
     */
    public SessionResult orRefused() throws TransferException {
        if (refused.isEmpty()) {
            return this;
        }
        TransferException first = refused.getFirst();
        throw (refused.size() == 1 ? first : new TransferException(first.reason(), refused.size()
                + " files could not be moved, " + files + " were; the first: " + first.getMessage(), first))
                .lacking(notTransferred);
    }

    /** What bounded the rate: the sink's word counts where it has one, since the source only sees it not taking. */
    public Cause cause() {
        return sinkCause.equals(Cause.UNKNOWN) ? sourceCause : sinkCause;
    }
}
