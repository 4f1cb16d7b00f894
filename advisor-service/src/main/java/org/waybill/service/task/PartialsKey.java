package org.waybill.service.task;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.platform.PrivateFiles;

/**
 * What the names of the partial files of all tasks are keyed with, in a file of the service's home: who takes a task over
 * finds what the worker before has left (decision 0317). It opens nothing; without it the names cannot be predicted.
 */
final class PartialsKey {
    private static final String FILE = "task-partials.key";
    private static final int BYTES = 32;

    private final Path home;
    private final SecureRandom random;
    private @Nullable String key;

    PartialsKey(Path home, SecureRandom random) {
        this.home = home;
        this.random = random;
    }

    /** In hexadecimal; made where there is none. */
    synchronized String hex() {
        String known = key;
        if (known == null) {
            try {
                known = load(home.resolve(FILE));
                key = known;
            } catch (IOException e) {
                throw ServiceException.unavailable("the service cannot use " + FILE + " in its home", e);
            }
        }
        return known;
    }

    private String load(Path file) throws IOException {
        if (Files.exists(file)) {
            String kept = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (kept.matches("[0-9a-f]{" + 2 * BYTES + "}")) {
                return kept;
            }
        }
        byte[] fresh = new byte[BYTES];
        random.nextBytes(fresh);
        String made = HexFormat.of().formatHex(fresh);
        PrivateFiles.replace(file, made + "\n");
        return made;
    }
}
