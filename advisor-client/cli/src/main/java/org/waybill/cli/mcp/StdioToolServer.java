package org.waybill.cli.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The protocol on standard input and output: one message a line, and nothing else. */
final class StdioToolServer {
    /** Messages that are worked on; others wait in the pipe. */
    private static final int AT_ONCE = 16;

    private static final long GRACE_SECONDS = 10;

    private final MessageHandler messages;
    private final OutputStream out;
    private final Semaphore places = new Semaphore(AT_ONCE);

    StdioToolServer(MessageHandler messages, OutputStream out) {
        this.messages = messages;
        this.out = out;
    }

    /** Serves until {@code in} ends: then its client has gone, and what still runs is ended soon. */
    void serve(InputStream in) throws IOException, InterruptedException {
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
        // a read of standard input cannot be interrupted
        Thread.ofPlatform().name("mcp-input").daemon().start(() -> read(in, calls, end));
        try {
            end.get();
            calls.shutdown();
            calls.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        } finally {
            calls.shutdownNow();
        }
    }

    private void read(InputStream raw, ExecutorService calls, CompletableFuture<Boolean> end) {
        try (InputStream in = new BufferedInputStream(raw)) {
            byte @Nullable [] line = line(in);
            while (line != null) {
                String message = new String(line, StandardCharsets.UTF_8);
                places.acquire();
                calls.execute(() -> answer(message));
                line = line(in);
            }
            end.complete(true);
        } catch (IOException | InterruptedException e) {
            end.completeExceptionally(e);
        }
    }

    /** The next line without its end, cut off where it is longer than a message may be; null at the end. */
    static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        boolean any = next >= 0;
        while (next >= 0 && next != '\n') {
            if (line.size() < MessageHandler.MOST_BYTES) {
                line.write(next);
            }
            next = in.read();
        }
        return any ? line.toByteArray() : null;
    }

    private void answer(String message) {
        try {
            Optional<String> answer = message.isBlank() ? Optional.empty() : messages.answer(message);
            if (answer.isPresent()) {
                write(answer.get());
            }
        } catch (MessageHandler.Malformed _) {
            write(MessageHandler.PARSE_ERROR);
        } finally {
            places.release();
        }
    }

    private synchronized void write(String message) {
        try {
            out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException _) {
            // the client has gone: standard input ends as well
        }
    }
}
