package org.waybill.engine.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;

/** What of a session's tree is not copied, by name. For many threads. */
public final class Missing {
    private final TransferListener listener;
    private final List<NotTransferred> all = new ArrayList<>();
    private @Nullable TransferException firstFailure;
    private String firstPath = "";

    /** @param listener called for each at once */
    public Missing(TransferListener listener) {
        this.listener = listener;
    }

    /** @param why what the end of the session says, if this is the first by its path that failed, as in a dry run */
    public void add(NotTransferred one, TransferException why) {
        synchronized (this) {
            all.add(one);
            if (one.isFailure() && (firstFailure == null || one.path().compareTo(firstPath) < 0)) {
                firstFailure = why;
                firstPath = one.path();
            }
        }
        one.tell(listener);
    }

    public void failed(String path, TransferException why) {
        add(NotTransferred.failed(path, why), why);
    }

    public synchronized List<NotTransferred> all() {
        return List.copyOf(all);
    }

    /** The failure that ends the session, naming these and the files that were not copied because of it. */
    public TransferException named(TransferException failure, List<String> unmoved) {
        List<NotTransferred> missing = new ArrayList<>(all());
        unmoved.forEach(path -> missing.add(NotTransferred.failed(path, failure)));
        return missing.isEmpty() ? failure : failure.lacking(missing);
    }

    /** The first that failed, by its path; null if none did. */
    public synchronized @Nullable TransferException firstFailure() {
        return firstFailure;
    }
}
