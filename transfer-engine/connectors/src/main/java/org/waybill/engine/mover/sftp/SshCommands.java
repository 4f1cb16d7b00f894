package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StorePath;

/** Runs short POSIX shell scripts at the remote host of an SSH connection. */
public final class SshCommands implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int LONGEST_OUTPUT_BYTES = 1 << 20;
    private static final int POLL_MILLIS = 5;

    private final SshConnection connection;

    /**
     * What a script printed.
     *
     * @param text standard output, at most 1 MiB of it
     * @param exitCode -1 if it was cut off at its time limit
     */
    public record Output(String text, int exitCode) {}

    /** Connects at the first {@link #run}; {@code agentSocket} is null where there is no SSH agent. */
    public SshCommands(Location location, Credentials credentials, @Nullable Path agentSocket) {
        this.connection = new SshConnection(location, credentials, agentSocket);
    }

    /** Gives the script to a POSIX shell's standard input, so that no login shell interprets it. */
    public Output run(String script, Duration limit) throws TransferException, InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        return use("does not run commands", channel -> {
            channel.setCommand("exec sh");
            channel.setInputStream(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)));
            InputStream out = channel.getInputStream();
            channel.connect(CONNECT_TIMEOUT_MILLIS);
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            byte[] chunk = new byte[8192];
            while (true) {
                while (out.available() > 0 && text.size() < LONGEST_OUTPUT_BYTES) {
                    text.write(chunk, 0, Math.max(0, out.read(chunk)));
                }
                boolean ended = channel.isClosed() && out.available() == 0;
                boolean cut = System.nanoTime() - endNs >= 0 || text.size() >= LONGEST_OUTPUT_BYTES;
                if (ended || cut) {
                    return new Output(text.toString(StandardCharsets.UTF_8), ended ? channel.getExitStatus() : -1);
                }
                Thread.sleep(POLL_MILLIS);
            }
        });
    }

    /**
     * Moves test data through a channel of its own, until it is over or the connection breaks. For many threads.
     *
     * @param up to the remote host; else from there
     */
    public void stream(boolean up, BooleanSupplier over) throws TransferException, InterruptedException {
        use("does not accept test data", channel -> {
            channel.setCommand(up ? "exec cat > /dev/null" : "exec cat /dev/zero");
            if (up) {
                channel.setInputStream(new Endless());
            } else {
                channel.setOutputStream(OutputStream.nullOutputStream());
            }
            channel.connect(CONNECT_TIMEOUT_MILLIS);
            while (!over.getAsBoolean() && !channel.isClosed()) {
                Thread.sleep(POLL_MILLIS);
            }
            return channel;
        });
    }

    @FunctionalInterface
    private interface Use<T> {
        T of(ChannelExec channel) throws JSchException, IOException, InterruptedException;
    }

    private <T> T use(String refusal, Use<T> use) throws TransferException, InterruptedException {
        ChannelExec channel = connection.openExec();
        try {
            return use.of(channel);
        } catch (JSchException | IOException e) {
            throw new TransferException(
                    Reason.CONNECTION_LOST,
                    connection.label() + " " + refusal + ": " + StorePath.shown(String.valueOf(e.getMessage())),
                    e);
        } finally {
            channel.disconnect();
        }
    }

    /** The present content of the reader's buffer: encryption makes it random. */
    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 0;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return length;
        }
    }

    @Override
    public void close() {
        connection.release();
    }
}
