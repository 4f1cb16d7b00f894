package org.waybill.engine.link;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.FileSystemException;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.udp.DatagramStreamException;
import org.waybill.engine.driver.udp.StreamMemoryException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.AlteredException;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** What is made of a peer's answers, and of a connection on which none come any more. */
public final class Replies {
    private Replies() {}

    /**
     * The answer that was due.
     *
     * @throws TransferException with the node's own reason if it said that it will not
     * @throws WireException if it said anything else
     */
    public static <T extends Message> T expect(Class<T> type, Message message) throws TransferException, WireException {
        if (message instanceof Message.Failure failure) {
            throw new TransferException(failure.reason(), failure.text());
        }
        if (!type.isInstance(message)) {
            throw new WireException(
                    "it said " + message.getClass().getSimpleName() + " where " + type.getSimpleName() + " was due");
        }
        return type.cast(message);
    }

    /** Directories are held open, so that the path of a file in one names a descriptor. */
    private static String nameOf(FileSystemException error) {
        String path = String.valueOf(error.getFile());
        return path.startsWith("/proc/self/fd/") ? path.substring(path.lastIndexOf('/') + 1) : path;
    }

    /** What an error on the connection to {@code peer} means; an interrupt closes a connection that is waited for. */
    public static TransferException broken(IOException error, String peer) {
        if (Thread.currentThread().isInterrupted()) {
            return new TransferException(Reason.INTERRUPTED, "interrupted", error);
        }
        return switch (error) {
            case AlteredException e ->
                new TransferException(
                        Reason.CONNECTION_LOST, "data from " + peer + " was altered on the way: " + e.getMessage(), e);
            case WireException e ->
                new TransferException(Reason.LIMIT, peer + " broke the protocol: " + e.getMessage(), e);
            case StreamMemoryException e -> new TransferException(Reason.LIMIT, String.valueOf(e.getMessage()), e);
            case SlowPeerException e -> new TransferException(Reason.CONNECTION_LOST, peer + " " + e.getMessage(), e);
            case DatagramStreamException e
            when e.isCircuitBroken() ->
                new TransferException(
                        Reason.UNSAFE,
                        peer + ": "
                                + e.getMessage()
                                + ": the path is not dedicated, or its rate is lower than assumed; use"
                                + " --transport tcp or a lower --rate; partial data is kept",
                        e);
            case SocketTimeoutException e ->
                new TransferException(Reason.CONNECTION_LOST, peer + ": timed out waiting for an answer", e);
            case FileSystemException e -> StorageErrors.map(e, "using", nameOf(e));
            default ->
                new TransferException(
                        Reason.CONNECTION_LOST,
                        "the connection to " + peer + " was lost: " + ErrorText.of(error),
                        error);
        };
    }
}
