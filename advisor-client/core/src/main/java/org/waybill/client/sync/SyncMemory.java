package org.waybill.client.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.waybill.engine.Sha256;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.platform.PrivateFiles;

/** What a home knows of the syncs between two places: on which file system the source was. */
public record SyncMemory(Path file) {
    private static final int NAME_CHARACTERS = 32;

    /** @param directory of the home for such notes; need not exist */
    public static SyncMemory of(Path directory, TreePair trees) {
        String pair = trees.source().label()
                + '\0'
                + trees.here().path()
                + '\0'
                + trees.destination().label()
                + '\0'
                + trees.path();
        return new SyncMemory(directory.resolve(Sha256.ofText(pair, NAME_CHARACTERS)));
    }

    /** Whether there was a sync of the two before. */
    public boolean isKnown() {
        return Files.exists(file);
    }

    /** The file system of the source then; empty where nothing is known of it. */
    public Optional<String> fileSystem() throws IOException {
        try {
            return Optional.of(Files.readString(file)).filter(text -> !text.isEmpty());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Notes where the source is now. */
    public void keep(Optional<String> fileSystem) throws IOException {
        PrivateFiles.replace(file, fileSystem.orElse(""));
    }
}
