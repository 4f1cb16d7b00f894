package org.waybill.planner;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The papers' data sets, where the machine has them: {@code -Dwaybill.test.data=DIR}. */
public final class TestData {
    private TestData() {}

    /** The named file, or a skipped test that says what is missing. */
    public static Path file(String name) {
        Path file = directory().resolve(name);
        assumeTrue(Files.isReadable(file), () -> "data set " + name + " is not in the directory of waybill.test.data");
        return file;
    }

    public static String text(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory() {
        String given = System.getProperty("waybill.test.data", "");
        if (!given.isEmpty()) {
            return Path.of(given);
        }
        Path root = Path.of(System.getProperty("waybill.root", "")).toAbsolutePath();
        return root.resolve("../shared/data").normalize();
    }
}
