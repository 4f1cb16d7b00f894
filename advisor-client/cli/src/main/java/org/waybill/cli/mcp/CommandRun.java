package org.waybill.cli.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.cli.command.Json;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Runs commands of Waybill, each as a process of its own that has no standard input and is ended when its time is over:
 * what a server makes of it stays in it.
 *
 * @param launcher the script that starts Waybill
 * @param environment of the processes
 */
record CommandRun(List<String> launcher, Map<String, String> environment) {
    private static final int MOST_BYTES = 16 << 20;
    private static final long GRACE_SECONDS = 5;

    /**
     * What a command answered.
     *
     * @param exitCode 0 if it did what it should
     * @param document that it printed
     */
    record Answer(int exitCode, JsonNode document) {}

    static CommandRun of(TaskClient client) {
        Map<String, String> environment = new HashMap<>(client.environment());
        environment.put("WAYBILL_BUILD", "no"); // who asks is built, and does not wait for minutes
        environment.remove(TaskLock.VARIABLE);
        return new CommandRun(client.launcher(), Map.copyOf(environment));
    }

    /**
     * Runs a command.
     *
     * @param words of it, with {@code --json} among them
     * @throws TransferException if it has not answered in time, or with no document
     */
    Answer run(Duration most, List<String> words) throws TransferException, InterruptedException {
        List<String> line = new ArrayList<>(launcher);
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new TransferException(Reason.INTERNAL, "cannot run " + words.getFirst() + ": " + ErrorText.of(e), e);
        }
        try {
            return answer(process, most, words.getFirst());
        } finally {
            stop(process);
        }
    }

    private static Answer answer(Process process, Duration most, String command)
            throws TransferException, InterruptedException {
        long endNs = System.nanoTime() + most.toNanos();
        FutureTask<byte[]> said =
                new FutureTask<>(() -> process.getInputStream().readNBytes(MOST_BYTES + 1));
        Thread.ofVirtual().start(said);
        try {
            byte[] bytes = said.get(most.toNanos(), TimeUnit.NANOSECONDS);
            if (bytes.length > MOST_BYTES) {
                throw new TransferException(Reason.LIMIT, command + " answered with more than 16 MiB");
            }
            if (!process.waitFor(Math.max(0, endNs - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                throw late(command, most);
            }
            return new Answer(
                    process.exitValue(), Json.read(new String(bytes, StandardCharsets.UTF_8), JsonNode.class));
        } catch (TimeoutException _) {
            throw late(command, most);
        } catch (ExecutionException | JacksonException e) {
            throw new TransferException(Reason.INTERNAL, command + " gave no answer: see standard error", e);
        }
    }

    private static TransferException late(String command, Duration most) {
        return new TransferException(
                Reason.DEADLINE_MISSED, command + " was ended: it took more than " + most.toSeconds() + " s");
    }

    private static void stop(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
