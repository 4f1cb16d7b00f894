package org.waybill.engine.testserver;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What is installed on this machine. */
public final class Packages {
    private Packages() {}

    /** The program's path; otherwise the test is skipped, or fails when servers are required. */
    public static Path require(String program, String debianPackage) {
        return find(program).orElseGet(() -> missing(program + " is not installed: apt-get install " + debianPackage));
    }

    /**
     * The program's path in the system directories, where packages install it, or in {@code PATH}: a version manager puts
     * scripts there that take ten times as long to start.
     */
    public static Optional<Path> find(String program) {
        String path = "/usr/sbin:/usr/bin:/sbin:/bin:" + System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Some servers change user or bind the way only root may. */
    public static void requireRoot(String why) {
        if (!isRoot()) {
            missing("this test needs root: " + why);
        }
    }

    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Whether absent servers are failures ({@code -Dwaybill.test.servers.required=true}). */
    public static boolean required() {
        return Boolean.getBoolean("waybill.test.servers.required");
    }

    /** Skips the test for the reason given, or fails it when servers are required. */
    public static <T> T missing(String reason) {
        return required() ? fail(reason) : abort(reason);
    }
}
