package org.waybill.engine.storage;

import java.io.IOException;

/** Takes a file's space before its content comes, so that a full disk shows at once and extents are long. */
final class Preallocation {
    private static final int O_WRONLY = 1;

    private Preallocation() {}

    static void reserve(TemporaryFile file, long bytes) throws IOException {
        if (!LinuxRoot.isSupported()) {
            return;
        }
        int fd = LinuxCalls.open(file.path().toString(), O_WRONLY | LinuxCalls.O_CLOEXEC);
        try {
            boolean _ = LinuxCalls.allocate(fd, bytes, file.path().toString());
        } finally {
            LinuxCalls.close(fd);
        }
    }
}
