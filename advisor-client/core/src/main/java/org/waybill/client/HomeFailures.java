package org.waybill.client;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/**
 * Failures that mean that the home cannot be used: its disk is full, read-only or breaks, it is a file, it is another
 * user's. Said in one line with what to do, however deep below other exceptions the system's own error is.
 */
public final class HomeFailures {
    private static final int DEEPEST = 20;
    private static final String REMEDY = ", or set WAYBILL_HOME to a directory of your own on another disk";
    private static final String ANOTHER = "; or set WAYBILL_HOME to a directory of your own";

    private HomeFailures() {}

    /** What is wrong with the home, if that is why {@code thrown} came about. */
    public static Optional<TransferException> of(Throwable thrown, WaybillHome home) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            TransferException found = of(String.valueOf(at.getMessage()).toLowerCase(Locale.ROOT), at, home, thrown);
            if (found != null) {
                return Optional.of(found);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    private static @Nullable TransferException of(String message, Throwable at, WaybillHome home, Throwable whole) {
        if (isElsewhere(at, home)) {
            return null;
        }
        Path root = home.root();
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            return new TransferException(
                    Reason.DISK_FULL, "no space left on the disk of the home " + root + ": free some" + REMEDY, whole);
        }
        if (message.contains("read-only file system")) {
            return new TransferException(
                    Reason.READ_ONLY,
                    "the home " + root + " is on a read-only file system: make it writable" + REMEDY,
                    whole);
        }
        if (message.contains("input/output error")) {
            return new TransferException(
                    Reason.READ_ONLY,
                    "the disk of the home " + root + " reports input/output errors: check the disk" + REMEDY,
                    whole);
        }
        return isRefusal(message, at) ? refusal(root, whole) : null;
    }

    /** Whether a failure may be the home's: what else has a reason of its own says that itself. */
    public static boolean mayBe(Reason reason, @Nullable String message, WaybillHome home) {
        return reason == Reason.INTERNAL
                || reason == Reason.PERMISSION
                        && String.valueOf(message).contains(home.root().toString());
    }

    /** Whether it is about a file that is not in the home. */
    private static boolean isElsewhere(Throwable at, WaybillHome home) {
        if (!(at instanceof FileSystemException about) || about.getFile() == null) {
            return false;
        }
        Path file = Path.of(about.getFile()).toAbsolutePath().normalize();
        return !file.startsWith(home.root()) && !home.root().startsWith(file);
    }

    private static boolean isRefusal(String message, Throwable at) {
        return at instanceof AccessDeniedException
                || at instanceof FileAlreadyExistsException
                || at instanceof NotDirectoryException
                || at instanceof IOException
                        && (message.contains("permission denied") || message.contains("not a directory"));
    }

    private static @Nullable TransferException refusal(Path root, Throwable whole) {
        for (Path part = root; part != null; part = part.getParent()) {
            if (Files.exists(part) && !Files.isDirectory(part)) {
                return new TransferException(
                        Reason.READ_ONLY,
                        "cannot create the home " + root + ": " + part + " is not a directory; rename it" + REMEDY,
                        whole);
            }
            if (Files.exists(part) && !(Files.isWritable(part) && Files.isExecutable(part))) {
                return new TransferException(
                        Reason.READ_ONLY,
                        "cannot write to the home " + root + ": " + part + owner(part) + ANOTHER,
                        whole);
            }
            if (Files.exists(part)) {
                break;
            }
        }
        return whole instanceof AccessDeniedException || Files.exists(root, LinkOption.NOFOLLOW_LINKS)
                ? new TransferException(
                        Reason.READ_ONLY,
                        "cannot use a file in the home " + root + ": " + deepest(whole, root) + ANOTHER,
                        whole)
                : null;
    }

    private static String owner(Path part) {
        try {
            return " belongs to " + Files.getOwner(part).getName() + " and is not open to "
                    + System.getProperty("user.name", "this user");
        } catch (IOException | UnsupportedOperationException e) {
            return " is not open to this user";
        }
    }

    private static String deepest(Throwable thrown, Path home) {
        Throwable at = thrown;
        for (int depth = 0; at.getCause() != null && depth < DEEPEST; depth++) {
            at = at.getCause();
        }
        return at instanceof AccessDeniedException denied
                ? PrivateFiles.denial(Path.of(denied.getFile()), home)
                : String.valueOf(at.getMessage());
    }
}
