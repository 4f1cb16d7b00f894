package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.Optional;
import org.waybill.engine.storage.PartialFile;
import org.waybill.platform.FileSystemSync;

/** Makes the content of files durable before they get their names (decision 0306). */
@FunctionalInterface
interface ContentSync {
    /** As the kernel does. */
    ContentSync BY_KERNEL = file -> file.directory().fileSystem().map(WholeFileSystem::new);

    /** What syncs many files at once; equal for those of one file system. */
    interface Together {
        /** As {@link FileSystemSync#all}. */
        boolean all(long ownBytes);
    }

    /** All of a file system. */
    record WholeFileSystem(FileSystemSync sync) implements Together {
        @Override
        public boolean all(long ownBytes) {
            return sync.all(ownBytes);
        }
    }

    /** What a file may be synced with others by; empty where it is to be by itself. */
    Optional<Together> together(PartialFile file);

    /** Syncs a file by itself. */
    default void alone(PartialFile file) throws IOException {
        file.sync();
    }
}
