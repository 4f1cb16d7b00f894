package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** The nine permission bits of a file, as a number such as 0644; never set-user-id and the like. */
public final class Permissions {
    /** For sources that have none. */
    public static final int USUAL = 0644;
    private static final PosixFilePermission[] FROM_LOWEST = {
        PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ};
    private static final int OWNER_READ_WRITE = 0600;

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

    /** How a partial file is created: as it will be less the umask, but writable by us. */
    static FileAttribute<?>[] whileWriting(int bits) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(set(bits | OWNER_READ_WRITE))}
                : new FileAttribute<?>[0];
    }

    /** Takes back what {@link #whileWriting} added. */
    static void finish(Path file, int bits) throws IOException {
        if ((bits & OWNER_READ_WRITE) != OWNER_READ_WRITE && isPosix()) {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            int now = bits(view.readAttributes().permissions());
            view.setPermissions(set(now & (bits | ~OWNER_READ_WRITE)));
        }
    }

    public static boolean isPosix() {
        return java.nio.file.FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
