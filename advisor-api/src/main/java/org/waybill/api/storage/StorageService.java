package org.waybill.api.storage;

import java.util.List;
import org.waybill.api.Bulk;

/**
 * Storage Resource Manager 2.2, as part of what clients ask the advisor: what a storage system has, and files made
 * ready to be read or written by one of its transfer protocols. A system is called with the service's own certificate,
 * and only if the operator allowed it. To look is for everyone; what stages files or takes space takes the role of an
 * operator. Paths are SURLs: {@code srm://host:8443/srm/managerv2?SFN=/path}, or the short {@code srm://host/path}.
 */
public interface StorageService {
    /** What the system is, what it offers, and what is at the path; {@code NOT_FOUND} if no system is known there. */
    @Bulk
    StorageFacts storage(String surl);

    /** Asks for a file to be made ready; tape takes its time, so that it is asked after with {@link #storageStatus}. */
    StorageRequest prepareStorage(StorageAsk ask);

    /** How far a request is. */
    StorageRequest storageStatus(String surl, String token, boolean write);

    /**
     * Ends a request: says that the file was written or read, or that it is no longer needed.
     *
     * @param good whether the transfer succeeded
     */
    void finishStorage(String surl, String token, boolean write, boolean good);

    /** Reserves space on disk for {@code seconds}, 1 to 31,536,000. */
    StorageSpace reserveSpace(String surl, long bytes, long seconds);

    /** The spaces that the service's account holds there. */
    List<StorageSpace> spaces(String surl);

    /** Gives space back. */
    void releaseSpace(String surl, String token);
}
