package org.waybill.client.task;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What command and agent say to each other: one line of JSON each. */
final class AgentMessage {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();
    /** Of a command line and an environment, which the kernel limits to 2 MiB, with every byte escaped. */
    private static final int LONGEST = 16 << 20;

    private static final String OK = "OK";

    private AgentMessage() {}

    /** What is asked of the agent. */
    enum Action {
        /** That it looks for tasks to go on with. */
        WAKE,
        SUBMIT,
        /** The same of a transfer that a window has begun, in place of a task that is over. */
        HAND_OVER,
        /** The same, which goes on only when it is told to. */
        HAND_OVER_PAUSED,
        PAUSE,
        RESUME,
        CANCEL,
        /** With another deadline, if there is a word. */
        RETRY,
        /** That it goes on with another limit of its rate, which is the only word. */
        LIMIT,
        /** That it ends, if no task needs it: its jar was replaced, and another agent is to take its place. */
        LEAVE
    }

    /**
     * A request.
     *
     * @param startAt when a task that is submitted starts; null for at once
     * @param notice the shell command that says when it is over; empty for none
     * @param environment of the command; it is kept in memory only
     */
    record Request(
            Action action,
            String id,
            List<String> words,
            String directory,
            @Nullable Instant startAt,
            String notice,
            Map<String, String> environment) {
        Request {
            Objects.requireNonNull(action);
        }
    }

    /**
     * An answer.
     *
     * @param status OK, or the reason of the failure
     * @param task after the change; null where there is none
     */
    record Answer(String status, String message, @Nullable Task task) {
        static Answer of(@Nullable Task task) {
            return new Answer(OK, "", task);
        }

        static Answer of(TransferException failure) {
            return new Answer(failure.reason().name(), String.valueOf(failure.getMessage()), null);
        }

        Answer orThrow() throws TransferException {
            if (!status.equals(OK)) {
                throw new TransferException(
                        Arrays.stream(Reason.values())
                                .filter(one -> one.name().equals(status))
                                .findFirst()
                                .orElse(Reason.INTERNAL), // an agent of a later version has others
                        message);
            }
            return this;
        }
    }

    static void write(SocketChannel channel, Object message) throws IOException {
        ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(message) + "\n");
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    /**
     * The next message; null where the other end has none. The channel is closed where none comes for so long.
     *
     * @throws TransferException if it is no message ({@link Reason#INTERNAL}), or one of another version, which has others
     *     ({@link Reason#BAD_INPUT})
     */
    static <T> @Nullable T read(SocketChannel channel, Class<T> type, Duration patience)
            throws IOException, TransferException {
        Thread clock = Thread.ofVirtual().start(() -> closeAfter(patience, channel));
        try {
            return line(channel, type);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (AsynchronousCloseException _) {
            throw new SocketTimeoutException("no message came for " + patience.toSeconds() + " s");
        } finally {
            clock.interrupt();
        }
    }

    /** Whether the other end still waits for its answer: what it has given up is not to happen later. */
    static boolean isAwaited(SocketChannel peer) {
        try {
            peer.configureBlocking(false);
            boolean open = peer.read(ByteBuffer.allocate(1)) >= 0;
            peer.configureBlocking(true);
            return open;
        } catch (IOException _) {
            return false;
        }
    }

    private static void closeAfter(Duration patience, SocketChannel channel) {
        try {
            Thread.sleep(patience);
            channel.close();
        } catch (InterruptedException | IOException _) {
            // a message has come
        }
    }

    private static <T> @Nullable T line(SocketChannel channel, Class<T> type) throws IOException, TransferException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            if (line.length() >= LONGEST) {
                throw new IOException("a message to the agent is longer than " + LONGEST + " characters");
            }
            line.append((char) next);
            next = in.read();
        }
        return next < 0 ? null : message(line.toString(), type);
    }

    /** Every version writes JSON objects: what is none was cut off, or comes from another program. */
    private static <T> T message(String line, Class<T> type) throws TransferException {
        JsonNode said;
        try {
            said = JSON.readTree(line);
        } catch (JacksonException e) {
            throw malformed(e);
        }
        if (!said.isObject()) {
            throw malformed(null);
        }
        try {
            return JSON.treeToValue(said, type);
        } catch (JacksonException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "the agent and this command are of different versions of Waybill, and do not understand each other:"
                            + " wait until no task runs, and the next command starts an agent of its own version",
                    e);
        }
    }

    private static TransferException malformed(@Nullable JacksonException cause) {
        return new TransferException(
                Reason.INTERNAL,
                "a message between this command and the agent is malformed: expected a line with a JSON object; run"
                    + " the command again, and if that does not help, kill the agent: the next command starts another"
                    + " one",
                cause);
    }
}
