package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.platform.PrivateFiles;

/**
 * The secret of a home that keys the names of its unfinished files, kept as {@code partials.key} next to its identity:
 * one line of hexadecimal, mode 0600. With another one unfinished files are not found again, and nothing else is lost.
 */
public final class HomeKey {
    /**
     * Names a file with the key of a task of a service, which all of its workers have: the one that takes a task over finds
     * what another has left.
     */
    public static final String VARIABLE = "WAYBILL_PARTIALS_KEY";

    private static final String FILE = "partials.key";

    private HomeKey() {}

    /**
     * The names keyed with the secret of a home. One is made where there is none, or none that is a secret; in a home
     * that cannot keep one the names are good for this process.
     */
    public static TemporaryNames names(Path home) {
        return names(home, _ -> {});
    }

    /** @param problems hears in a sentence why the names are good for this process only, if they are */
    public static TemporaryNames names(Path home, Consumer<String> problems) {
        return names(home, System.getenv(), problems);
    }

    static TemporaryNames names(Path home, Map<String, String> environment, Consumer<String> problems) {
        Path file = home.resolve(FILE);
        try {
            String given = environment.getOrDefault(VARIABLE, "");
            byte[] secret = given.isEmpty() ? null : read(Path.of(given));
            secret = secret == null ? read(file) : secret;
            return TemporaryNames.keyed(secret == null ? keepNew(home, file) : secret);
        } catch (IOException e) {
            problems.accept("if this transfer is interrupted, it cannot be resumed: the home cannot store the key for"
                    + " the names of partial files: "
                    + (e instanceof AccessDeniedException ? PrivateFiles.denial(file, home) : e.getMessage()));
            return TemporaryNames.ofThisProcess();
        }
    }

    /** Null if there is none that no one else can know. */
    private static byte @Nullable [] read(Path file) throws IOException {
        try {
            if (PrivateFiles.isOpenToOthers(file)) {
                return null;
            }
            byte[] secret = HexFormat.of().parseHex(Files.readString(file).strip());
            return secret.length == TemporaryNames.SECRET_BYTES ? secret : null;
        } catch (NoSuchFileException | IllegalArgumentException _) {
            return null;
        }
    }

    private static byte[] keepNew(Path home, Path file) throws IOException {
        return PrivateFiles.holding(home.resolve(FILE + ".lock"), () -> {
            byte[] madeMeanwhile = read(file);
            if (madeMeanwhile != null) {
                return madeMeanwhile;
            }
            byte[] secret = new byte[TemporaryNames.SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            PrivateFiles.replace(file, HexFormat.of().formatHex(secret) + "\n");
            return secret;
        });
    }
}
