package org.waybill.engine.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** The nine permission bits of a file, as a number such as 0644; never set-user-id and the like. */
public final class Permissions {
    /** For sources that have none. */
    public static final int USUAL = 0644;
    private static final PosixFilePermission[] FROM_LOWEST = {
        PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ};

    private Permissions() {}

    public static int bits(Set<PosixFilePermission> permissions) {
        int bits = 0;
        for (int i = 0; i < FROM_LOWEST.length; i++) {
            if (permissions.contains(FROM_LOWEST[i])) {
                bits |= 1 << i;
            }
        }
        return bits;
    }

    public static Set<PosixFilePermission> set(int bits) {
        Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < FROM_LOWEST.length; i++) {
            if ((bits & 1 << i) != 0) {
                all.add(FROM_LOWEST[i]);
            }
        }
        return all;
    }

    /** Gives a file that was its owner's alone the permissions that it is to have, less the user's umask. */
    public static void finish(Path file, int bits, LinkOption... links) throws IOException {
        if (isPosix()) {
            Files.getFileAttributeView(file, PosixFileAttributeView.class, links).setPermissions(set(bits & ~umask()));
        }
    }

    /** What files of this user do not grant: the umask that the process was started with. */
    public static int umask() {
        return UserUmask.BITS;
    }

    /** Found once: nobody changes it under way. */
    private static final class UserUmask {
        static final int BITS = find();
        private static final int USUAL_UMASK = 022;

        private static int find() {
            // the launcher keeps all that we make to ourselves, and tells what the user had
            String told = System.getProperty("waybill.umask", "");
            if (told.matches("[0-7]{1,4}")) {
                return Integer.parseInt(told, 8);
            }
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
                return lines.filter(line -> line.startsWith("Umask:")).findFirst()
                        .map(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip(), 8))
                        .orElse(USUAL_UMASK);
            } catch (IOException | UncheckedIOException | NumberFormatException _) {
                return USUAL_UMASK;
            }
        }
    }

    public static boolean isPosix() {
        return java.nio.file.FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
