package org.waybill.platform;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much room a file system has. */
public final class FreeSpace {
    /** There is no telling: what is written shows it. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private FreeSpace() {}

    /**
     * Bytes that this user may still write where a file or directory is; {@link #UNKNOWN} for a file system that
     * reports no size at all, as some in user space and over a network do: such zeros do not mean that it is full.
     */
    public static long bytes(Path there) throws IOException {
        try {
            FileStore store = Files.getFileStore(there);
            return store.getTotalSpace() == 0 ? UNKNOWN : store.getUsableSpace();
        } catch (IOException e) {
            if (Files.notExists(there)) {
                throw e;
            }
            return UNKNOWN; // the JDK looks for the mount, which the system does not list below another root (chroot)
        }
    }
}
