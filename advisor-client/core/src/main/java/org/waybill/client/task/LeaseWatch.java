package org.waybill.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.waybill.platform.PrivateFiles;

/**
 * Ends the process of an attempt when the lease under which it runs is over: its worker was killed, or it hangs, or it does
 * not reach its service. Another worker may have the task from then on. The lease's file has the time until which it lasts
 * and the worker's process.
 */
public final class LeaseWatch {
    /** The variable that names the lease's file to the process. */
    static final String VARIABLE = "WAYBILL_TASK_LEASE";

    private static final long LOOK_MILLIS = 500;
    private static final long GRACE_MILLIS = 3_000;
    /** As of a process that SIGTERM has ended: a state from which the next attempt resumes. */
    private static final int ENDED = 143;

    private LeaseWatch() {}

    /** Watches the lease that the environment names, if it names one. */
    public static void begin(Map<String, String> environment) {
        String file = environment.getOrDefault(VARIABLE, "");
        if (!file.isEmpty()) {
            Thread.ofPlatform().daemon().name("lease").start(() -> watch(Path.of(file)));
        }
    }

    private static void watch(Path file) {
        try {
            while (lasts(file, Instant.now())) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Thread.ofPlatform().daemon().name("lease-end").start(() -> {
            try {
                Thread.sleep(GRACE_MILLIS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(ENDED);
        });
        System.exit(ENDED);
    }

    /** Whether a lease of this file lasts at a time. */
    static boolean lasts(Path file, Instant now) {
        try {
            String[] words = Files.readString(file).strip().split(" ");
            return now.isBefore(Instant.ofEpochMilli(Long.parseLong(words[0])))
                    && ProcessHandle.of(Long.parseLong(words[1]))
                            .filter(ProcessHandle::isAlive)
                            .isPresent();
        } catch (IOException | RuntimeException _) {
            return false;
        }
    }

    /** Says in the file that this process has the lease until a time. */
    static void write(Path file, Instant until) throws IOException {
        PrivateFiles.replace(
                file, until.toEpochMilli() + " " + ProcessHandle.current().pid() + "\n");
    }
}
