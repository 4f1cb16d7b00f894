package org.waybill.engine.mover.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * One writer for one target: a lock on a file beside it, which the system gives back when the process dies, and which
 * is removed at the end.
 */
final class TargetLock implements Store.Lock {
    private static final int TRIES = 10;

    private final Path file;
    private final FileChannel channel;

    private TargetLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** @throws TransferException {@link Reason#TARGET_BUSY} when somebody else has it */
    static TargetLock take(Path file, String target) throws TransferException {
        try {
            for (int i = 0; i < TRIES; i++) {
                TargetLock lock = tryTake(file, target);
                if (lock != null) {
                    return lock;
                }
            }
            throw busy(target);
        } catch (IOException e) {
            throw LocalFailures.explain(e, target);
        }
    }

    private static @Nullable TargetLock tryTake(Path file, String target) throws IOException, TransferException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            @Nullable FileLock lock = channel.tryLock();
            if (lock == null) {
                throw busy(target);
            }
            // the last owner may have removed the file between our opening and our locking it
            taken = isStillThere(file, channel);
            return taken ? new TargetLock(file, channel) : null;
        } catch (OverlappingFileLockException e) {
            throw busy(target);
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    private static boolean isStillThere(Path file, FileChannel channel) throws IOException {
        byte[] mine = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(mine), 0);
        return Files.exists(file) && Arrays.equals(Files.readAllBytes(file), mine);
    }

    private static TransferException busy(String target) {
        return new TransferException(Reason.TARGET_BUSY, "somebody else is writing " + StorePath.shown(target)
                + "; wait until that transfer ends");
    }

    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // the lock ends with the channel; an empty file left behind locks nobody out
        }
    }
}
