package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.NameFidelityCheck;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.TemporaryNames;

/**
 * Fetches a file that is said to have certain checksums: under a name of its own, which it keeps until they were
 * compared. An attempt that breaks off is gone on with under the same name.
 */
final class ChecksummedDownload {
    private ChecksummedDownload() {}

    /** Fetches to a place. */
    interface Fetch {
        SessionResult to(Path place, boolean intoDirectory) throws TransferException, InterruptedException;
    }

    /** Whether a file is fetched under a name of its own. */
    static boolean isCompared(TransferRequest request) {
        return !request.source().isLocal()
                && ExpectedChecksum.strongest(request.checked()).isPresent();
    }

    /** @param own the names of our own files next to the target */
    static SessionResult pull(TransferRequest request, TemporaryNames own, Fetch fetch)
            throws TransferException, InterruptedException {
        Path target = Path.of(request.destination().path());
        boolean intoDirectory = request.destination().path().endsWith("/");
        List<ExpectedChecksum> expected = request.checked();
        if (!isCompared(request)) {
            return fetch.to(target, intoDirectory);
        }
        Path last = (intoDirectory || Files.isDirectory(target)
                        ? target.resolve(EntryNames.last(request.source().path()))
                        : target)
                .toAbsolutePath()
                .normalize();
        Path directory = Objects.requireNonNull(last.getParent(), "a file lies in a directory");
        Path place = directory.resolve(
                own.unchecked(last.getFileName().toString(), request.source().toString()));
        removeForeign(directory, place, last);
        SessionResult result = fetch.to(place, false);
        if (Files.isDirectory(place)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "\"" + last.getFileName()
                            + "\" is a directory, and a file was expected; the data that arrived are in " + place);
        }
        publish(expected, directory, place, last);
        return result;
    }

    /** A file that is there and is not ours was put there by another process. */
    private static void removeForeign(Path directory, Path place, Path last) throws TransferException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            TemporaryFile.findOrCreate(at, place.getFileName().toString()).close();
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", last.toString());
        }
    }

    private static void publish(List<ExpectedChecksum> expected, Path directory, Path place, Path last)
            throws TransferException {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of());
                TemporaryFile file = TemporaryFile.find(at, place.getFileName().toString())
                        .orElseThrow(() -> new NoSuchFileException(place.toString()))) {
            try {
                ExpectedChecksum.require(
                        expected, file.path(), last.getFileName().toString());
            } catch (TransferException e) {
                file.delete();
                throw e;
            }
            NameFidelityCheck.refuseAnothers(at, last.getFileName().toString());
            file.rename(at, last.getFileName().toString());
            at.sync();
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", last.toString());
        }
    }

    private static void requireExpected(TransferRequest request, Path source) throws IOException, TransferException {
        ExpectedChecksum.require(request.checked(), source, String.valueOf(source.getFileName()));
    }

    private static boolean isExpected(TransferRequest request, Path source) throws IOException {
        try {
            requireExpected(request, source);
            return true;
        } catch (TransferException _) {
            return false;
        }
    }

    /** What is sent from here is compared before it is sent, and what is sent is what was compared. */
    static SourceTree source(TransferRequest request) throws TransferException {
        Path source = Path.of(request.source().path());
        try {
            SourceTree tree = SourceTree.local(source, request.rules());
            try {
                if (!request.checked().isEmpty() && !tree.isDirectory()) {
                    tree.holdToPresentState(_ -> isExpected(request, source));
                    requireExpected(request, source);
                }
                return tree;
            } catch (IOException | TransferException e) {
                tree.close();
                throw e;
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", source.toString());
        }
    }
}
