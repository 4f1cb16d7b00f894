package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.store.PartialName;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.StorageErrors;

/**
 * Fetches a file that is said to have certain checksums: under a name of its own, which it keeps until they were
 * compared. An attempt that breaks off is gone on with under the same name.
 */
final class CheckedPull {
    private CheckedPull() {}

    /** Fetches to a place. */
    interface Fetch {
        SessionResult to(Path place, boolean intoDirectory) throws TransferException, InterruptedException;
    }

    static SessionResult pull(TransferRequest request, Fetch fetch) throws TransferException, InterruptedException {
        Path target = Path.of(request.destination().path());
        boolean intoDirectory = request.destination().path().endsWith("/");
        List<ExpectedChecksum> expected = request.checked();
        if (ExpectedChecksum.strongest(expected).isEmpty()) {
            return fetch.to(target, intoDirectory);
        }
        Path last = intoDirectory || Files.isDirectory(target)
                ? target.resolve(EntryNames.last(request.source().path())) : target;
        Path place = Path.of(PartialName.unchecked(last.toAbsolutePath().toString(), request.source().toString()));
        SessionResult result = fetch.to(place, false);
        if (Files.isDirectory(place)) {
            throw new TransferException(Reason.BAD_INPUT, "\"" + last.getFileName() + "\" is a directory, and what was"
                    + " described is a file; what has come is in " + place);
        }
        publish(expected, place, last);
        return result;
    }

    private static void publish(List<ExpectedChecksum> expected, Path place, Path last) throws TransferException {
        try {
            try {
                ExpectedChecksum.require(expected, place, last.getFileName().toString());
            } catch (TransferException e) {
                Files.delete(place);
                throw e;
            }
            Files.move(place, last, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(place.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", last.toString());
        }
    }

    /** What is sent from here is compared before it is sent. */
    static void requireSource(TransferRequest request) throws TransferException {
        Path source = Path.of(request.source().path());
        if (!request.checked().isEmpty() && Files.isRegularFile(source)) {
            try {
                ExpectedChecksum.require(request.checked(), source, source.getFileName().toString());
            } catch (IOException e) {
                throw StorageErrors.map(e, "reading", source.toString());
            }
        }
    }
}
