package org.waybill.engine.mover.store;

import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.EntryNames;

/** Paths of stores: plain text, parts separated by slashes, never given to a shell. */
public final class StorePath {
    private static final int SHOWN_CHARACTERS = 300;

    private StorePath() {}

    /** The last part; empty for the root. */
    public static String name(String path) {
        String plain = withoutTrailingSlash(path);
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    /** The directory that holds a path; the root's is the root. */
    public static String parent(String path) {
        String plain = withoutTrailingSlash(path);
        int slash = plain.lastIndexOf('/');
        return slash <= 0 ? "/" : plain.substring(0, slash);
    }

    public static String join(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    public static String withoutTrailingSlash(String path) {
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /** Whether {@code path} is {@code root} or is below it. */
    public static boolean isWithin(String root, String path) {
        return path.equals(root) || path.startsWith(root.endsWith("/") ? root : root + "/");
    }

    /**
     * A name that a remote host gave for something in a directory. One that leads elsewhere is an attack.
     *
     * @throws TransferException {@link Reason#UNSAFE}; {@link Reason#LIMIT} for one longer than any name
     */
    public static String checkedChild(String directory, String name) throws TransferException {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "the listing of " + shown(directory) + " names something outside of it: " + shown(name));
        }
        if (name.length() > PeerLimits.NAME_BYTES) {
            throw new TransferException(
                    Reason.LIMIT,
                    "the listing of " + shown(directory) + " has a name of more than " + PeerLimits.NAME_BYTES
                            + " characters: " + shown(name));
        }
        return join(directory, name);
    }

    /** A failure whose message begins with a path. */
    public static TransferException failure(Reason reason, String path, String text) {
        return new TransferException(reason, shown(path) + text);
    }

    /** {@link Reason#BAD_INPUT} for a path. */
    public static TransferException badInput(String path, String text) {
        return failure(Reason.BAD_INPUT, path, text);
    }

    /** Refuses what the commands of a protocol cannot carry. */
    public static void requireOneLine(String path, String protocol) throws TransferException {
        if (path.indexOf('\n') >= 0 || path.indexOf('\r') >= 0 || path.indexOf('\0') >= 0) {
            throw badInput(path, ": " + protocol + " cannot carry a line break in a name; rename it or use sftp");
        }
    }

    /** A path on one line of a message: control and direction characters are written as escapes. */
    public static String shown(String path) {
        return EntryNames.printable(path, SHOWN_CHARACTERS);
    }
}
