package org.waybill.engine.mover;

import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

/**
 * Moves data by one protocol. A file appears under its final name only when it is whole (and verified, unless the
 * request says otherwise); running the same request again resumes where it stopped, where {@link Capability#RESUME} is
 * declared. Blocking; interrupting the thread stops the transfer and keeps its state.
 */
public interface Mover {
    /** The name in reports and on the command line: {@code sftp}, {@code ftp}, {@code tcp}, ... */
    String name();

    Set<Capability> capabilities();

    /** Whether this mover can copy between these two endpoints. */
    boolean accepts(Location source, Location destination);

    /**
     * Fails where the request has something that this mover does not support; asks no one and changes nothing.
     *
     * @throws TransferException what {@link #move} would end with
     */
    default void check(TransferRequest request) throws TransferException {}

    TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException;

    /**
     * Removes what {@link #move} has left of a request that another mover has completed: partial files, and marks of what
     * is not finished. What someone writes just now stays.
     *
     * @param listener hears what could not be noted
     */
    default void giveUp(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {}
}
