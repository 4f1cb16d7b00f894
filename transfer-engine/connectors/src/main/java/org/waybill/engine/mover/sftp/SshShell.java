package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A shell at the remote host that hashes and syncs files there, one round trip each. Paths are given in single quotes,
 * the one form in which a POSIX shell interprets nothing.
 */
final class SshShell implements AutoCloseable {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
    private static final int LONGEST_LINE = 4096;
    private static final long ANSWER_LIMIT_NS = 10_000_000_000L;
    private static final int CONNECT_TIMEOUT_MILLIS = 15_000;
    private static final String HELLO = "waybill:";
    /** Says which of the usual programs is there; openssl uses the processor's SHA instructions. */
    private static final String ASK = "if openssl dgst -sha256 -r </dev/null >/dev/null 2>&1; then echo '" + HELLO
            + "openssl dgst -sha256 -r'; elif command -v sha256sum >/dev/null; then echo '" + HELLO
            + "sha256sum'; elif command -v shasum >/dev/null; then echo '" + HELLO + "shasum -a 256'; else echo '"
            + HELLO + "'; fi\n";

    /** More of them unasked for are those of no shell. */
    private static final int MOST_LINES = 16;

    private final ChannelExec channel;
    private final InputStream in;
    private final OutputStream out;
    /** What it said; empty at the end. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private String hasher = "";

    private SshShell(ChannelExec channel) throws IOException {
        this.channel = channel;
        this.in = channel.getInputStream();
        this.out = channel.getOutputStream();
    }

    /**
     * In a thread of its own, since JSch's pipe breaks as soon as something arrives while the thread that read from it
     * last is no more, and those who use a shell come and go.
     */
    private void readLines() {
        try {
            for (@Nullable String line = read(); line != null && lines.size() < MOST_LINES; line = read()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException _) {
            // as its end
        }
        lines.add(Optional.empty());
    }

    /** Empty where the server runs no commands, or has nothing that makes a SHA-256. */
    static Optional<SshShell> open(ChannelExec channel) throws InterruptedException {
        try {
            // POSIX sh, even if the login shell is another one
            channel.setCommand("exec sh");
            SshShell shell = new SshShell(channel);
            channel.connect(CONNECT_TIMEOUT_MILLIS);
            Thread.ofVirtual().name("ssh-shell").start(shell::readLines);
            shell.send(ASK);
            @Nullable Optional<String> said = shell.lines.poll(ANSWER_LIMIT_NS, TimeUnit.NANOSECONDS);
            @Nullable String answer = said == null ? null : said.orElse(null);
            if (answer != null && answer.startsWith(HELLO) && answer.length() > HELLO.length()) {
                shell.hasher = answer.substring(HELLO.length());
                return Optional.of(shell);
            }
        } catch (JSchException | IOException _) {
            // servers that allow file transfer only refuse with different messages
        }
        channel.disconnect();
        return Optional.empty();
    }

    boolean isConnected() {
        return channel.isConnected();
    }

    /** Syncs a file and hashes its first bytes (all of them for -1); empty when the shell does not see it. */
    Optional<String> sha256(String path, long length) throws IOException {
        String file = "<" + quoted(path);
        String hash = length < 0 ? hasher + " " + file : "head -c " + length + " " + file + " | " + hasher;
        send("{ sync " + quoted(path) + "; } >/dev/null 2>&1; { " + hash + "; } 2>/dev/null || echo none\n");
        @Nullable String answer = line();
        if (answer == null) {
            throw new IOException("the shell on the remote host exited");
        }
        String digest = answer.split(" ", 2)[0];
        return HEX.matcher(digest).matches() ? Optional.of(digest) : Optional.empty();
    }

    /** Makes the names in a directory durable. */
    void sync(String directory) throws IOException {
        send("{ sync " + quoted(directory) + "; } >/dev/null 2>&1; echo synced\n");
        line();
    }

    /** One word for a POSIX shell (IEEE 1003.1, 2.2.2): nothing is special between single quotes but their end. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void send(String command) throws IOException {
        out.write(command.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Null at its end. */
    private @Nullable String line() throws IOException {
        try {
            Optional<String> line = lines.take();
            if (line.isEmpty()) {
                lines.add(line); // also for who asks again
            }
            return line.orElse(null);
        } catch (InterruptedException e) {
            throw new InterruptedIOException(e.getMessage());
        }
    }

    private @Nullable String read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.size() > LONGEST_LINE) {
                return null;
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        channel.disconnect();
    }
}
