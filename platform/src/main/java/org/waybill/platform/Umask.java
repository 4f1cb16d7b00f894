package org.waybill.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Two umasks: that of the user, which says what files of data grant to others, and that of a process of ours, which
 * keeps all that it makes besides to the user: databases, logs, locks, also those that a library makes.
 */
public final class Umask {
    /** Tells another process of this user's the same. */
    public static final String VARIABLE = "WAYBILL_UMASK";

    /** What the user had, in octal; set by the launcher, which then sets {@link #PRIVATE}. */
    private static final String OF_USER = "waybill.umask";

    private static final int PRIVATE = 077;

    private Umask() {}

    /** Keeps to this user what the process makes from now on. To be called once, before any thread is started. */
    public static void keepAllToUser() {
        if (System.getProperty(OF_USER) != null) {
            return;
        }
        if (PrivateFiles.hasModes(Path.of(""))) {
            try (Arena arena = Arena.ofConfined()) {
                int before = new LibC(arena).umask(PRIVATE);
                System.setProperty(OF_USER, Integer.toOctalString(before & 0777));
            }
        }
    }

    /** The permission bits that files of this user do not grant. */
    public static int ofUser() {
        return OfUser.BITS;
    }

    /** The same in octal, for {@link #VARIABLE}. */
    public static String octal() {
        return String.format(Locale.ROOT, "%04o", ofUser());
    }

    /** Found once: it does not change while the process runs. */
    private static final class OfUser {
        static final int BITS = find();
        private static final int USUAL = 022;

        private static int find() {
            String told = System.getProperty(OF_USER, "");
            if (told.matches("[0-7]{1,4}")) {
                return Integer.parseInt(told, 8);
            }
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
                return lines.filter(line -> line.startsWith("Umask:"))
                        .findFirst()
                        .map(line -> Integer.parseInt(
                                line.substring(line.indexOf(':') + 1).strip(), 8))
                        .orElse(USUAL);
            } catch (IOException | UncheckedIOException | NumberFormatException _) {
                return USUAL;
            }
        }
    }
}
