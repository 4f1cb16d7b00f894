package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/** Keeps others away while a file of a home is changed: other processes by a lock file, other threads by a monitor. */
final class HomeLock {
    private static final Object ONE_AT_A_TIME = new Object();

    private HomeLock() {}

    @FunctionalInterface
    interface Change<T, X extends Exception> {
        T run() throws IOException, X;
    }

    /** @param lock name of the lock file in the home, which is created if it is not there */
    static <T, X extends Exception> T holding(Path home, String lock, Change<T, X> change) throws IOException, X {
        PrivateFiles.createDirectory(home);
        synchronized (ONE_AT_A_TIME) {
            try (FileChannel channel = PrivateFiles.openLock(home.resolve(lock));
                    FileLock _ = channel.lock()) {
                return change.run();
            }
        }
    }

    /** Refuses a private key that other users can read. */
    static void requirePrivate(Path file) throws IOException, TransferException {
        if (PrivateFiles.isOpenToOthers(file)) {
            throw new TransferException(
                    Reason.UNSAFE, "other users can read the private key in " + file + "; set its mode to 600");
        }
    }
}
