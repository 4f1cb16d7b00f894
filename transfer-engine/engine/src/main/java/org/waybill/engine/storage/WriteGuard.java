package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Judges what a writer that is not this home's own may put into a directory: what it may replace and how much it may
 * leave there. For many threads.
 */
public interface WriteGuard {
    /** No one asks. */
    WriteGuard NONE = new WriteGuard() {
        @Override
        public void mayReplace(Path file, String name) {}

        @Override
        public boolean opened(TemporaryFile partial, long sizeBytes) {
            return true;
        }

        @Override
        public boolean changesOthers() {
            return true;
        }

        @Override
        public void grew(long bytes) {}

        @Override
        public void publish(Path file, String name, Rename keep, Rename rename) throws IOException {
            keep.run();
            rename.run();
        }

        @Override
        public long usableBytes(FreeBytes free, long wantedBytes) throws IOException {
            return free.now();
        }
    };

    /** Gives a file its final name. */
    @FunctionalInterface
    interface Rename {
        /** Does nothing. */
        Rename NONE = () -> {};

        void run() throws IOException;
    }

    /** The bytes that are free on a file system when it is asked, as {@code FreeSpace} tells them. */
    @FunctionalInterface
    interface FreeBytes {
        long now() throws IOException;
    }

    /**
     * Asked before anything is sent.
     *
     * @param name for messages
     * @throws RefusedException if what is there is not to be replaced
     */
    void mayReplace(Path file, String name) throws IOException;

    /**
     * A partial file was opened.
     *
     * @param sizeBytes what it will hold; 0 if that is not known yet
     * @return false if what is in it was written by another client and must not be resumed
     * @throws RefusedException if there is no room for it
     */
    boolean opened(TemporaryFile partial, long sizeBytes) throws IOException;

    /** Whether this writer may change what others wrote. */
    boolean changesOthers();

    /** A partial file of unknown size will get more bytes. */
    void grew(long bytes) throws IOException;

    /**
     * Renames if what is at the name now may be replaced; no one else replaces it in between.
     *
     * @param keep gives that another name before
     */
    void publish(Path file, String name, Rename keep, Rename rename) throws IOException;

    /** What of the bytes that are free is for this writer. @param wantedBytes fewer than these are a refusal */
    long usableBytes(FreeBytes free, long wantedBytes) throws IOException;

    /** Whether what is written gets the permissions of its source, also those that the umask takes away. */
    default boolean keepsPermissions() {
        return false;
    }
}
