package org.waybill.client.dataset;

import java.util.Optional;
import java.util.Set;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;

/** Finds out how much there is to copy. */
@FunctionalInterface
public interface DatasetCounter {
    /**
     * The size of a source; empty where it cannot be known beforehand, as of a stream, or of a server that does not
     * report it.
     *
     * @throws TransferException when there is certainly nothing to copy: no such file, or it may not be read
     */
    Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException;

    /** Whether such a source can be counted at all: none of a stream, or by a protocol that has no sizes. */
    default boolean canCount(Endpoint source) {
        return true;
    }

    /** The same, that counts what of a source is copied. */
    default DatasetCounter through(EntryFilter filter) {
        return this;
    }

    /** The same, that stops once it has seen a number of files, if it walks through directories. */
    default DatasetCounter upTo(long files) {
        return this;
    }

    /** Why nothing is counted where a list names what is not there. @param first one of them, as a message names it */
    static TransferException missing(Set<String> paths, String first) {
        TransferException why = new TransferException(Reason.NOT_FOUND, "no such file or directory: " + first);
        return why.lacking(
                paths.stream().map(path -> NotTransferred.failed(path, why)).toList());
    }
}
