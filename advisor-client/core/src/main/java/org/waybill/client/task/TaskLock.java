package org.waybill.client.task;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * The lock that the process of a task's attempt holds until it ends, however it ends: the kernel frees it. So no two run
 * one task, also when the agent that started the first one was killed. Its file names the process, for the agent to stop
 * it, and then its exit code, for an agent that did not see it end.
 */
public final class TaskLock {
    /** The variable that names the lock's file to the process. */
    public static final String VARIABLE = "WAYBILL_TASK";
    /** The variable that says from when times of the task's command are meant: its submission, the start asked for, or its retry. */
    public static final String MEANT_FROM = "WAYBILL_TASK_MEANT_FROM";

    /** What became of a process that was to run an attempt. */
    public enum Taken {
        OURS,
        ANOTHERS,
        /** The task is not to run any more. */
        UNWANTED
    }

    /** Held: a channel that is collected would free the lock. */
    private static @Nullable FileChannel ours;

    private TaskLock() {}

    /** The file that notes which failures of this process's task the history has; empty if it is none's. */
    public static Optional<Path> failures(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .map(lock -> Path.of(lock).resolveSibling("failures"));
    }

    /** Takes the lock for the rest of this process's life. */
    public static synchronized Taken take(Path file) throws IOException {
        FileChannel channel = PrivateFiles.tryLock(file);
        if (channel == null) {
            return Taken.ANOTHERS;
        }
        ours = channel;
        write(channel, String.valueOf(ProcessHandle.current().pid()));
        Path task = file.toAbsolutePath().getParent();
        return task != null
                        && new TaskStore(task.resolveSibling(""))
                                .read(String.valueOf(task.getFileName()))
                                .filter(one -> one.state() == Task.State.RUNNING)
                                .isPresent()
                ? Taken.OURS
                : Taken.UNWANTED;
    }

    /** Notes in the lock, if there is one, how this process's command ended. */
    public static synchronized void ended(int exitCode) throws IOException {
        FileChannel channel = ours;
        if (channel != null) {
            write(channel, ProcessHandle.current().pid() + " " + exitCode);
        }
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        channel.truncate(text.length());
    }

    /** Forgets the process of the attempt before, whose number may be another's by now; false if one holds the lock. */
    static boolean clear(Path file) throws IOException {
        try (FileChannel channel = PrivateFiles.tryLock(file)) {
            if (channel != null) {
                channel.truncate(0);
            }
            return channel != null;
        }
    }

    /** Whether the attempt's process has said who it is, also where it has ended since. */
    static boolean hasBegun(Path file) {
        return word(file, 0).isPresent();
    }

    static boolean isFree(Path file) throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        try (FileChannel channel = PrivateFiles.tryLock(file)) {
            return channel != null;
        }
    }

    /** The process that holds the lock, if one does; empty while it has not said so yet. */
    static Optional<ProcessHandle> holder(Path file) {
        return word(file, 0).flatMap(ProcessHandle::of);
    }

    /** How the last process that held the lock ended; empty if it could not say so. */
    static Optional<Integer> exitCode(Path file) {
        return word(file, 1).map(Long::intValue);
    }

    private static Optional<Long> word(Path file, int index) {
        try {
            List<String> words = List.of(Files.readString(file).split(" "));
            return words.size() > index && words.get(index).matches("[0-9]{1,18}")
                    ? Optional.of(Long.valueOf(words.get(index)))
                    : Optional.empty();
        } catch (IOException _) { // as where there is no such file
            return Optional.empty();
        }
    }
}
