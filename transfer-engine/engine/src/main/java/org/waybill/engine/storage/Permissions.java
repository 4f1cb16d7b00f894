package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Umask;

/** The nine permission bits of a file, as a number such as 0644; never set-user-id and the like of a source. */
public final class Permissions {
    /** For sources that have none. */
    public static final int USUAL = 0644;

    /** The event of an equal file whose permissions cannot be changed. */
    public static final String NOT_KEPT = "PERMISSIONS_NOT_KEPT";

    static final int ALL = 0777;
    private static final int OWNERS = 0700;
    private static final int OWNER_WRITES = 0200;
    private static final int SET_GROUP_ID = 02000;
    private static final PosixFilePermission[] FROM_LOWEST = {
        PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ
    };

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

    /** Gives a file of data, which was its owner's alone, the permissions that it is to have, less the umask. */
    public static void finish(Path file, int bits, LinkOption... links) throws IOException {
        give(file, ofCopy(bits), links);
    }

    /** What a copy on this machine gets of its source's permissions. */
    public static int ofCopy(int bits) {
        return bits & ~Umask.ofUser();
    }

    /** Gives them to a file that was there before, if it has others. Some file systems keep theirs and say nothing. */
    public static void update(Path file, int bits, LinkOption... links) throws IOException {
        if (isPosix() && bits(Files.getPosixFilePermissions(file, links)) != ofCopy(bits)) {
            finish(file, bits, links);
        }
    }

    /** The text of {@link #NOT_KEPT}. */
    public static String notKept(@Nullable String why) {
        return "an equal file keeps other permissions than its source's: " + why;
    }

    /** Gives a file or directory these permissions, whatever the umask. */
    static void give(Path file, int bits, LinkOption... links) throws IOException {
        if (isPosix()) {
            Files.getFileAttributeView(file, PosixFileAttributeView.class, links)
                    .setPermissions(set(bits));
        }
    }

    /**
     * Makes a directory for data, with all the permissions that the umask grants. Where the one above hands its group
     * on, the new one does too: the system has seen to that, and a change of permissions must not undo it.
     */
    public static void createDirectory(Path directory) throws IOException {
        FileSystemLimits.name(String.valueOf(directory.getFileName()), () -> Files.createDirectory(directory));
        if (isPosix()
                && Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS) instanceof Integer mode) {
            Files.setAttribute(
                    directory, "unix:mode", ALL & ~Umask.ofUser() | mode & SET_GROUP_ID, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * Closes a directory that was just made to all whom its source is closed to; never to its owner, who is to write
     * into it, and opens it to no one.
     *
     * @param bits of the source's directory
     */
    public static void narrow(Path directory, int bits, LinkOption... links) throws IOException {
        if (isPosix() && Files.getAttribute(directory, "unix:mode", links) instanceof Integer mode) {
            int narrowed = narrowed(mode, bits);
            if (narrowed != mode) {
                Files.setAttribute(directory, "unix:mode", narrowed, links);
            }
        }
    }

    /**
     * Lets this user change what a directory of their own holds, or no longer; all other permissions stay as they are.
     *
     * @return whether that was to be changed; false for another user's, and where there are no permissions
     */
    public static boolean letOwnerWrite(Directory directory, boolean writes) throws IOException {
        int mode = modeOfOwn(directory);
        if (mode < 0 || ownerWrites(mode, writes) == mode) {
            return false;
        }
        Files.setAttribute(directory.path(), "unix:mode", ownerWrites(mode, writes), directory.links());
        return true;
    }

    /** Whether a directory is this user's own, who may not change what it holds. */
    static boolean isClosedToOwner(Directory directory) throws IOException {
        int mode = modeOfOwn(directory);
        return mode >= 0 && ownerWrites(mode, true) != mode;
    }

    /** -1 for another user's, and where there are no permissions. */
    private static int modeOfOwn(Directory directory) throws IOException {
        return isPosix()
                        && Files.getAttribute(directory.path(), "unix:mode", directory.links()) instanceof Integer mode
                        && Files.getAttribute(directory.path(), "unix:uid", directory.links()) instanceof Integer owner
                        && owner == PrivateFiles.thisUser()
                ? mode
                : -1;
    }

    /** That mode, in which the owner may write or not. */
    public static int ownerWrites(int mode, boolean writes) {
        return writes ? mode | OWNER_WRITES : mode & ~OWNER_WRITES;
    }

    /** That mode: set-group-ID and the like stay. */
    public static int narrowed(int mode, int bits) {
        return mode & (~ALL | OWNERS | bits);
    }

    public static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
