package org.waybill.engine.mover.rclone;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.platform.Umask;
import org.waybill.protocol.Tool;

/**
 * An {@code rclone rcd} that ends with this process, also where that is killed: a shell between the two waits for the
 * end of its input. It listens at a port of loopback that the kernel chose; the password is in its environment alone.
 */
final class RcloneProcess implements AutoCloseable {
    static final String USER = "client";

    private static final String PROGRAM = Tool.RCLONE.command();
    private static final long START_SECONDS = 30;
    /** From a connection that breaks to the end of the output. */
    private static final long ENDED_MILLIS = 300;

    private static final long END_SECONDS = 3;
    private static final int PASSWORD_BYTES = 24;
    private static final boolean HAS_SHELL = File.separatorChar == '/';
    private static final Pattern SERVING =
            Pattern.compile("Serving remote control on .*?(http://127\\.0\\.0\\.1:\\d+)/");
    /** Date and level before what rclone reports. */
    private static final Pattern STAMP = Pattern.compile("^\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d (?:[A-Z]+ *: *)?");

    /** In a session of its own, so that Ctrl-C reaches this process alone, which then tidies up with rclone's help. */
    private static final String WATCHER = "trap '' INT HUP; s=; command -v setsid >/dev/null 2>&1 && s=setsid; "
            + "$s \"$@\" </dev/null & p=$!; exec 2>/dev/null; cat >/dev/null; kill $p; wait $p";

    private final Process process;
    private final String password;
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private volatile String last = "";

    private RcloneProcess(Process process, String password) {
        this.process = process;
        this.password = password;
    }

    /**
     * Starts it and waits until it listens.
     *
     * @throws TransferException {@link Reason#BAD_INPUT} where there is no rclone, or its configuration cannot be read
     */
    static RcloneProcess start(Map<String, String> environment) throws TransferException, InterruptedException {
        String program = program(environment.getOrDefault("PATH", ""))
                .orElseThrow(() -> new TransferException(
                        Reason.BAD_INPUT,
                        "rclone is not installed, which remotes of rclone are reached by: install the package rclone"));
        String password = random(PASSWORD_BYTES);
        ProcessBuilder builder = new ProcessBuilder(command(program)).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(RcloneEnvironment.of(environment, USER, password));
        try {
            RcloneProcess started = new RcloneProcess(builder.start(), password);
            Thread.ofVirtual().name("waybill-rclone").start(started::listen);
            started.await();
            return started;
        } catch (IOException e) {
            throw new TransferException(Reason.BAD_INPUT, "rclone cannot be started: " + ErrorText.of(e), e);
        }
    }

    private static Optional<String> program(String path) {
        for (String directory : path.split(Pattern.quote(File.pathSeparator))) {
            for (String name : List.of(PROGRAM, PROGRAM + ".exe")) {
                try {
                    Path file = Path.of(directory).resolve(name);
                    if (!directory.isEmpty() && Files.isExecutable(file) && !Files.isDirectory(file)) {
                        return Optional.of(file.toString());
                    }
                } catch (InvalidPathException _) {
                    // what is no path holds no program
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> command(String program) {
        List<String> line = new ArrayList<>();
        if (HAS_SHELL) {
            // what a backend makes on this machine is data: this process keeps to the user what it makes itself
            line.addAll(List.of("/bin/sh", "-c", "umask " + Umask.octal() + "; " + WATCHER, PROGRAM));
        }
        // what was sent replaces what is there, whatever its size and time say
        line.addAll(List.of(program, "rcd", "--rc-addr", "127.0.0.1:0", "--rc-serve", "--ask-password=false"));
        line.addAll(List.of("--ignore-times", "--contimeout", "15s"));
        line.addAll(List.of("--rc-server-read-timeout", "240h", "--rc-server-write-timeout", "240h"));
        return line;
    }

    /** So many random bytes in hexadecimal. */
    static String random(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void listen() {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher serving = SERVING.matcher(line);
                if (serving.find()) {
                    address.complete(serving.group(1));
                } else if (!line.isBlank()) {
                    last = STAMP.matcher(line).replaceFirst("");
                }
            }
        } catch (IOException _) {
            // it has ended, which is said below
        }
        ended.complete(true);
        address.completeExceptionally(new IOException("rclone ended"));
    }

    private void await() throws TransferException, InterruptedException {
        try {
            address.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new TransferException(Reason.BAD_INPUT, "rclone does not start: " + lastWords(), e);
        } catch (InterruptedException e) {
            close();
            throw e;
        }
    }

    /** The last line that it wrote about an error, fit for a message. */
    String lastWords() {
        return last.isEmpty() ? "it gave no reason" : StorePath.shown(last);
    }

    /** Whether rclone has ended, or does so within a moment. */
    boolean hasEnded() {
        return ended.copy()
                .completeOnTimeout(false, ENDED_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    /** {@code http://127.0.0.1:PORT}. */
    String address() {
        return address.resultNow();
    }

    String password() {
        return password;
    }

    /** Ends it, and waits a little for that: what it still writes is then at an end, too. */
    @Override
    public void close() {
        try {
            process.outputWriter().close();
        } catch (IOException _) {
            // it has ended already
        }
        if (!HAS_SHELL) {
            process.destroy();
        }
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
