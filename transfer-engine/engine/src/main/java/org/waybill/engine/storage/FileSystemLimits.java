package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;

/** What some file systems cannot keep, as exFAT: the kernel's words for it do not say so. */
public final class FileSystemLimits {
    /** Why no hard link was made. */
    public static final String NO_HARD_LINKS = "the file system there keeps no hard links";

    private static final String NO_SYMBOLIC_LINKS =
            "the file system there keeps no symbolic links; --links follow copies"
                    + " what they lead to, --links skip leaves them out";
    private static final String NO_SUCH_NAME =
            "the file system there allows no name with this character (line break or one of \" * : < > ? \\ |): rename"
                    + " it";

    private static final Pattern NOT_EVERYWHERE = Pattern.compile("[\\x00-\\x1f\"*:<>?\\\\|]");
    private static final String REFUSED = "Operation not permitted";
    private static final Set<String> CANNOT =
            Set.of(REFUSED, "Function not implemented", "Operation not supported", "Not supported");
    private static final String TOO_MANY_LINKS = "Too many links";
    private static final String INVALID = "Invalid argument";

    /** As the kernel calls them in its table of mounts. */
    private static final Set<String> HARD_LINKING =
            Set.of("btrfs", "ext2", "ext3", "ext4", "overlay", "tmpfs", "xfs", "zfs");

    private static final Set<String> LINKLESS = Set.of("exfat", "msdos", "vfat");

    private FileSystemLimits() {}

    /** Gives a name in a directory that is there, from a file that is there: where that fails, the name may be the cause. */
    static void name(String name, WriteGuard.Rename naming) throws IOException {
        try {
            naming.run();
        } catch (FileSystemException e) {
            boolean refused = e instanceof NoSuchFileException || INVALID.equals(e.getReason());
            throw refused && NOT_EVERYWHERE.matcher(name).find()
                    ? new RefusedException(Reason.BAD_INPUT, NO_SUCH_NAME)
                    : e;
        }
    }

    /** Makes a symbolic link beside its place. */
    static void symbolicLink(WriteGuard.Rename making) throws IOException {
        try {
            making.run();
        } catch (FileSystemException e) {
            throw CANNOT.contains(String.valueOf(e.getReason()))
                    ? new RefusedException(Reason.BAD_INPUT, NO_SYMBOLIC_LINKS)
                    : e;
        }
    }

    /**
     * Whether hard links can be made at a path, which need not be there yet: where the kind of the file system does not
     * tell, tried with an empty file, that is removed. True where none can be made to try it.
     */
    public static boolean makesHardLinks(Path path) {
        Path directory = path;
        while (!Files.isDirectory(directory) && directory.getParent() != null) {
            directory = directory.getParent();
        }
        try {
            String kind = Files.getFileStore(directory).type();
            return HARD_LINKING.contains(kind) || !LINKLESS.contains(kind) && canLink(directory);
        } catch (IOException _) {
            return true;
        }
    }

    private static boolean canLink(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, ".waybill-", ".links");
        Path other = file.resolveSibling(file.getFileName() + "2");
        try {
            hardLink(true, () -> Files.createLink(other, file));
            return true;
        } catch (IOException e) {
            return !NO_HARD_LINKS.equals(e instanceof FileSystemException of ? of.getReason() : e.getMessage());
        } finally {
            try {
                Files.deleteIfExists(other);
            } finally {
                Files.delete(file);
            }
        }
    }

    /** @param own whether the file is this user's, to whom the system refuses a link for no other reason */
    static void hardLink(boolean own, WriteGuard.Rename making) throws IOException {
        try {
            making.run();
        } catch (FileSystemException e) {
            String reason = String.valueOf(e.getReason());
            if (CANNOT.contains(reason) && (own || !reason.equals(REFUSED))) {
                throw new FileSystemException(e.getFile(), null, NO_HARD_LINKS);
            }
            throw e;
        } catch (UnsupportedOperationException e) {
            throw new IOException(NO_HARD_LINKS, e);
        }
    }

    /**
     * Whether no hard link is made there: of no file, of none of another user's (Linux' protected_hardlinks), or of none
     * that has as many as there may be.
     */
    static boolean isLinkRefused(Exception failure) {
        return failure instanceof UnsupportedOperationException
                || failure instanceof FileSystemException e
                        && (CANNOT.contains(String.valueOf(e.getReason())) || TOO_MANY_LINKS.equals(e.getReason()));
    }
}
