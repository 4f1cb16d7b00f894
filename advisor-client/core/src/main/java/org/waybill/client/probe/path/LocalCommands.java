package org.waybill.client.probe.path;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tools of this host, in the C locale; the system directories count even where they are not on the user's path. */
public final class LocalCommands implements HostCommands {
    private static final List<String> SYSTEM_DIRECTORIES = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");
    private static final int MOST_OUTPUT_BYTES = 1 << 20;

    @Override
    public boolean has(String tool) {
        return find(tool) != null;
    }

    private static @Nullable Path find(String tool) {
        List<String> directories = new ArrayList<>();
        String searchPath = System.getenv("PATH");
        if (searchPath != null) {
            directories.addAll(List.of(searchPath.split(File.pathSeparator)));
        }
        directories.addAll(SYSTEM_DIRECTORIES);
        for (String directory : directories) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, tool);
            if (Files.isExecutable(file) && Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }

    @Override
    public Output run(List<String> command, Duration limit) throws IOException, InterruptedException {
        Path tool = find(command.getFirst());
        if (tool == null) {
            throw new IOException(command.getFirst() + " is not installed");
        }
        List<String> line = new ArrayList<>(command);
        line.set(0, tool.toString());
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        process.getOutputStream().close();
        Collector text = new Collector(process.getInputStream());
        Collector errors = new Collector(process.getErrorStream());
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (!ended) {
                // through the handle: Process.destroyForcibly closes the streams, and what was printed is lost
                process.toHandle().destroyForcibly();
            }
        }
        return new Output(text.get(), errors.get(), ended ? process.exitValue() : Output.KILLED);
    }

    /** Reads a stream to its end on a thread of its own, so that a full pipe never stops the tool. */
    private static final class Collector {
        private final Thread thread;
        private volatile String collected = "";

        Collector(InputStream stream) {
            thread = Thread.ofVirtual().start(() -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                byte[] chunk = new byte[8192];
                try (stream) {
                    for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
                        bytes.write(chunk, 0, Math.min(n, MOST_OUTPUT_BYTES - bytes.size()));
                    }
                } catch (IOException _) {
                    bytes.write('\n'); // what came before it broke off still counts
                }
                collected = bytes.toString(StandardCharsets.UTF_8);
            });
        }

        String get() throws InterruptedException {
            thread.join();
            return collected;
        }
    }
}
