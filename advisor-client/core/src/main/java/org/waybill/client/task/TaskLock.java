package org.waybill.client.task;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * The lock that the process of a task's attempt holds until it ends, however it ends: the kernel frees it. So no two run
 * one task, also when the agent that started the first one was killed. It names its process, for the agent to stop it.
 */
public final class TaskLock {
    /** The variable that names the lock's file to the process. */
    public static final String VARIABLE = "WAYBILL_TASK";
    /** The start of one process is reported differently after the clock was set. */
    private static final Duration CLOCK_ADJUSTMENT = Duration.ofSeconds(30);

    /** Held: a channel that is collected would free the lock. */
    private static @Nullable FileChannel ours;

    private TaskLock() {}

    /** Takes the lock for the rest of this process's life; false if another one has it. */
    public static synchronized boolean take(Path file) throws IOException {
        FileChannel channel = PrivateFiles.tryLock(file);
        if (channel == null) {
            return false;
        }
        ours = channel;
        ProcessHandle here = ProcessHandle.current();
        String text = here.pid() + " " + here.info().startInstant().orElse(Instant.EPOCH);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        return true;
    }

    static boolean isFree(Path file) throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        try (FileChannel channel = PrivateFiles.tryLock(file)) {
            return channel != null;
        }
    }

    /** The process that holds the lock; empty while it has not said so yet. */
    static Optional<ProcessHandle> holder(Path file) throws IOException {
        String[] words = Files.readString(file).split(" ");
        if (words.length != 2) {
            return Optional.empty();
        }
        Instant started = Instant.parse(words[1]);
        return ProcessHandle.of(Long.parseLong(words[0]))
                .filter(process -> process.info()
                        .startInstant()
                        .map(now -> Duration.between(started, now).abs().compareTo(CLOCK_ADJUSTMENT) < 0)
                        .orElse(true));
    }
}
