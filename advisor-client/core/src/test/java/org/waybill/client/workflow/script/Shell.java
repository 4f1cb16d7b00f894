package org.waybill.client.workflow.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.testserver.Packages;

/** Runs scripts with sh. */
final class Shell {
    /** What a script did. */
    record Result(int exitCode, String output) {}

    private Shell() {}

    static Result run(Path script, Path directory, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("script", ".out");
        List<String> command = new ArrayList<>(List.of("sh"));
        command.addAll(List.of(options));
        command.add(script.toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the script hangs: " + Files.readString(script));
            }
            return new Result(process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }

    /** A new directory of nothing but these tools, all BusyBox's. */
    static Path busyBox(Path directory, List<String> applets) throws IOException {
        Path real = Packages.require("busybox", "busybox");
        Files.createDirectory(directory);
        for (String applet : applets) {
            Files.setPosixFilePermissions(
                    Files.writeString(
                            directory.resolve(applet), "#!/bin/sh\nexec " + real + " " + applet + " \"$@\"\n"),
                    PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return directory;
    }
}
