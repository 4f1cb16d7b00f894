package org.waybill.service.provision;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Interface definitions and topologies, where the machine has them: {@code -Dwaybill.test.data=DIR}. */
public final class TestData {
    private TestData() {}

    /** The named file, or a skipped test that says what is missing. */
    public static Path file(String name) {
        Path file = directory().resolve(name);
        assumeTrue(Files.isReadable(file), () -> "data set " + name + " is not in the directory of waybill.test.data");
        return file;
    }

    private static Path directory() {
        String given = System.getProperty("waybill.test.data", "");
        if (!given.isEmpty()) {
            return Path.of(given);
        }
        return Path.of(System.getProperty("waybill.root", ""))
                .toAbsolutePath()
                .resolve("../shared/data")
                .normalize();
    }
}
