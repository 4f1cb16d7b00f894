package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** What version 0.1 left of an unfinished file, under names that anyone could compute. */
final class LegacyPartialFile {
    private LegacyPartialFile() {}

    /** Gives it the names of today, if it is a file of ours and no one writes it; all else is left where it is. */
    static void takeUp(Directory directory, TemporaryNames names, String name) throws IOException {
        String old = EntryNames.stem(name);
        String now = names.stem(name);
        // looked for first: hardly ever is there one
        if (!Files.exists(directory.entry(old + ".part"), LinkOption.NOFOLLOW_LINKS)
                || Files.exists(directory.entry(now + ".part"), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Optional<TemporaryFile> part = TemporaryFile.find(directory, old + ".part");
        Optional<TemporaryFile> ledger = TemporaryFile.find(directory, old + ".ledger");
        Optional<TemporaryFile> lock = TemporaryFile.find(directory, old + ".lock");
        try (TemporaryFile content = part.orElse(null);
                TemporaryFile log = ledger.orElse(null);
                TemporaryFile guard = lock.orElse(null)) {
            if (content != null && log != null && (guard == null || isFree(guard))) {
                log.rename(directory, now + ".ledger");
                content.rename(directory, now + ".part");
                if (guard != null) {
                    guard.delete();
                }
            }
        }
    }

    private static boolean isFree(TemporaryFile guard) throws IOException {
        try (FileChannel channel = guard.channel(StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        }
    }
}
