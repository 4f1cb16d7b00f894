package org.waybill.desktop.endpoint;

import java.util.List;
import org.waybill.engine.TransferException;

/** Finds datasets by their id or by keywords, and where copies of them are. */
@FunctionalInterface
public interface DatasetSearch {
    /** The replicas that match, best first. */
    List<Replica> find(String query) throws TransferException, InterruptedException;

    /**
     * One copy of a file or dataset.
     *
     * @param bytes -1 when not known
     * @param url an endpoint that can be copied from
     */
    record Replica(String dataset, String file, String host, long bytes, String url) {}
}
