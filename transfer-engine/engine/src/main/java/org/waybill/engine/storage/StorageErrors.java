package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Maps what a file operation threw to a reason and a line for a person. */
public final class StorageErrors {
    /** The kernel does not report which of the two it is. */
    public static final String TOO_LARGE =
            "a file of this size cannot be written there: the file system or the limit of"
                    + " this process (ulimit -f) does not allow it";

    /** What to do about a disk that fails. */
    public static final String FAILED = "the disk or its file system fails (input/output error); look at the system's"
            + " log, and re-run the command when it is repaired";

    private StorageErrors() {}

    /**
     * The failure to report.
     *
     * @param doing what was being done, e.g. {@code writing}
     * @param name the file as the user knows it
     */
    public static TransferException map(IOException error, String doing, String name) {
        String what = doing + " \"" + EntryNames.printable(name) + "\"";
        return switch (error) {
            case RefusedException e -> new TransferException(e.reason(), what + ": " + e.getMessage(), e);
            case BadNameException e -> new TransferException(e.reason(), what + ": " + e.getMessage(), e);
            case TargetBusyException e -> new TransferException(Reason.TARGET_BUSY, String.valueOf(e.getMessage()), e);
            case SourceFile.ChangedException e ->
                new TransferException(Reason.SOURCE_CHANGED, String.valueOf(e.getMessage()), e);
            case CutThroughFile.AbortedException e ->
                new TransferException(Reason.CONNECTION_LOST, what + ": " + e.getMessage(), e);
            case NoSuchFileException e -> new TransferException(Reason.NOT_FOUND, what + ": there is no such file", e);
            case NotDirectoryException e ->
                new TransferException(Reason.BAD_INPUT, what + ": a part of the path is not a directory", e);
            case FileAlreadyExistsException e ->
                new TransferException(
                        Reason.BAD_INPUT,
                        what
                                + ": expected a file, found a directory, or the reverse; choose another destination,"
                                + " or remove it",
                        e);
            case AccessDeniedException e -> new TransferException(Reason.PERMISSION, what + ": permission denied", e);
            case ClosedByInterruptException e -> new TransferException(Reason.INTERRUPTED, what + ": interrupted", e);
            default -> byText(error, what);
        };
    }

    /** An operation on a file. */
    @FunctionalInterface
    public interface Operation<T> {
        T run() throws IOException;
    }

    /** Runs an operation; what it throws is mapped. */
    public static <T> T mapped(String doing, String name, Operation<T> operation) throws TransferException {
        try {
            return operation.run();
        } catch (IOException e) {
            throw map(e, doing, name);
        }
    }

    /** Whether the kernel says that there is no room: for bytes, for one file more, or under a quota. */
    public static boolean saysFull(String text) {
        return text.contains("No space left") || text.contains("quota exceeded");
    }

    /** Whether the kernel says that a file may not become as large. */
    public static boolean saysTooLarge(String text) {
        return text.contains("File too large");
    }

    /** Whether the kernel says that a disk, or what replaces one, does not answer as it should. */
    public static boolean saysFailed(String text) {
        return text.contains("Input/output error");
    }

    /** Whether this user may write nothing there: nothing that was found there is the worse for it. */
    public static boolean isUnwritable(IOException error) {
        return error instanceof AccessDeniedException
                || String.valueOf(error.getMessage()).contains("Read-only file system");
    }

    /** The JDK gives no class of its own to a full or read-only file system: only the kernel's words. */
    private static TransferException byText(IOException error, String what) {
        String text = String.valueOf(
                error instanceof FileSystemException e && e.getReason() != null ? e.getReason() : ErrorText.of(error));
        if (saysFull(text)) {
            return new TransferException(Reason.DISK_FULL, what + ": no space left on the device", error);
        }
        if (text.contains("Read-only file system")) {
            return new TransferException(Reason.READ_ONLY, what + ": the file system is read-only", error);
        }
        if (saysFailed(text)) {
            return new TransferException(Reason.DISK_FAILED, what + ": " + FAILED, error);
        }
        if (text.contains("Is a directory") || text.contains("Directory not empty")) {
            return new TransferException(Reason.BAD_INPUT, what + ": a directory with this name exists", error);
        }
        if (text.contains("Broken pipe")) {
            return new TransferException(Reason.GAVE_UP, what + ": the reader has closed it", error);
        }
        if (saysTooLarge(text)) {
            return new TransferException(Reason.LIMIT, what + ": " + TOO_LARGE, error);
        }
        return new TransferException(Reason.INTERNAL, what + ": " + text, error);
    }
}
