package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
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
    private static final String INVALID = "Invalid argument";

    private FileSystemLimits() {}

    /** Something that gives a name. */
    @FunctionalInterface
    interface Naming {
        void run() throws IOException;
    }

    /** Gives a name in a directory that is there, from a file that is there: where that fails, the name may be the cause. */
    static void name(String name, Naming naming) throws IOException {
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
    static void symbolicLink(Naming making) throws IOException {
        try {
            making.run();
        } catch (FileSystemException e) {
            throw CANNOT.contains(String.valueOf(e.getReason()))
                    ? new RefusedException(Reason.BAD_INPUT, NO_SYMBOLIC_LINKS)
                    : e;
        }
    }

    /** @param own whether the file is this user's, to whom the system refuses a link for no other reason */
    static void hardLink(boolean own, Naming making) throws IOException {
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
}
