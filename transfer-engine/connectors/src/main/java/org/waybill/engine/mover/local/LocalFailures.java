package org.waybill.engine.mover.local;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.FileSystemLimits;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.FreeSpace;

/** What the file system's exceptions mean. Java gives no errno, so a full or read-only disk is looked at. */
final class LocalFailures {
    /** A file system with less room than this for the next block is full. */
    private static final long FULL_BYTES = 64 << 10;

    private static final int LONGEST_NAME_BYTES = 255;

    /** What the kernel shows as files, and nobody else can add to: it says that there is no such file, or refuses root. */
    private static final Set<String> OF_KERNEL =
            Set.of("proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "devpts");

    private LocalFailures() {}

    static TransferException explain(Exception cause, String path) {
        if (cause instanceof TransferException known) {
            return known;
        }
        Reason reason = reason(cause, path);
        return new TransferException(reason, StorePath.shown(path) + ": " + text(reason, cause, path), cause);
    }

    private static Reason reason(Exception cause, String path) {
        return switch (cause) {
            case NoSuchFileException _ when !kernels(path).isEmpty() -> Reason.PERMISSION;
            case NoSuchFileException _, FileNotFoundException _ -> Reason.NOT_FOUND;
            case AccessDeniedException _ -> isReadOnly(path) ? Reason.READ_ONLY : Reason.PERMISSION;
            case NotDirectoryException _,
                    DirectoryNotEmptyException _,
                    FileAlreadyExistsException _,
                    FileSystemLoopException _,
                    InvalidPathException _ -> Reason.BAD_INPUT;
            case FileSystemException e
            when nameTooLong(path) || detail(e).contains("File name too long") -> Reason.BAD_INPUT;
            case RefusedException e -> e.reason();
            case FileSystemException e when FileSystemLimits.NO_HARD_LINKS.equals(e.getReason()) -> Reason.BAD_INPUT;
            case BadNameException _ -> nameTooLong(path) ? Reason.BAD_INPUT : Reason.UNSAFE;
            case IOException e when saysReadOnly(e) -> Reason.READ_ONLY;
            case IOException e when StorageErrors.saysFull(detail(e)) -> Reason.DISK_FULL;
            case IOException e when StorageErrors.saysFailed(detail(e)) -> Reason.DISK_FAILED;
            case IOException e when StorageErrors.saysTooLarge(detail(e)) -> Reason.LIMIT;
            case IOException _ -> ofDisk(path);
            default -> Reason.INTERNAL;
        };
    }

    /** The type of the kernel's file system that was to get a file or directory; empty for others. */
    private static String kernels(String path) {
        try {
            @Nullable Path at = existing(path);
            if (at != null && !at.equals(Path.of(path))) {
                String type = Files.getFileStore(at).type();
                return OF_KERNEL.contains(type) ? type : "";
            }
        } catch (IOException | InvalidPathException _) {
            // of another kind
        }
        return "";
    }

    /** Whether links lead round in a circle, to nothing. */
    static boolean isLoop(Exception cause) {
        return cause instanceof FileSystemLoopException
                || (cause instanceof IOException e && detail(e).startsWith("Too many levels of symbolic links"));
    }

    /** A bind mount that is read-only says so only when it is written to: its file system's flag says nothing. */
    private static boolean saysReadOnly(IOException cause) {
        return detail(cause).contains("Read-only file system");
    }

    private static Reason ofDisk(String path) {
        if (isReadOnly(path)) {
            return Reason.READ_ONLY;
        }
        return freeBytes(path) < FULL_BYTES ? Reason.DISK_FULL : Reason.PERMISSION;
    }

    private static String text(Reason reason, Exception cause, String path) {
        String kernels = reason == Reason.PERMISSION ? kernels(path) : "";
        if (!kernels.isEmpty()) {
            return "the kernel's own file system there (" + kernels + ") stores no files; choose another directory";
        }
        return switch (reason) {
            case NOT_FOUND -> "no such file or directory";
            case PERMISSION ->
                cause instanceof AccessDeniedException
                        ? "permission denied to this user"
                        : "the system refused: " + detail(cause);
            case LIMIT -> StorageErrors.TOO_LARGE;
            case DISK_FAILED -> StorageErrors.FAILED;
            case READ_ONLY -> "the file system is read-only; mount it writable or choose another directory";
            case DISK_FULL ->
                freeBytes(path) < FULL_BYTES
                        ? "the disk is full, " + freeBytes(path) + " bytes free; make room and run it again"
                        : "the disk is full, or out of inodes (df -i), or a quota is used up: " + detail(cause)
                                + "; make room and run it again";
            case BAD_INPUT ->
                cause instanceof InvalidPathException
                        ? "not a valid file name on this machine"
                        : nameTooLong(path)
                                ? "the name is longer than " + LONGEST_NAME_BYTES + " bytes"
                                : cause instanceof NotDirectoryException
                                        ? "a part of the path is not a directory"
                                        : detail(cause);
            default -> detail(cause);
        };
    }

    private static String detail(Exception cause) {
        @Nullable String message = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
        String kind = cause.getClass().getSimpleName().replace("Exception", "");
        return message == null ? kind : StorePath.shown(message);
    }

    private static boolean nameTooLong(String path) {
        return StorePath.name(path).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME_BYTES;
    }

    private static boolean isReadOnly(String path) {
        try {
            @Nullable Path at = existing(path);
            return at != null && Files.getFileStore(at).isReadOnly();
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    /** Room for this user below a path that need not exist, or {@link FreeSpace#UNKNOWN}. */
    static long freeBytes(String path) {
        try {
            @Nullable Path at = existing(path);
            return at == null ? FreeSpace.UNKNOWN : FreeSpace.bytes(at);
        } catch (IOException | InvalidPathException _) {
            return FreeSpace.UNKNOWN;
        }
    }

    private static @Nullable Path existing(String path) {
        @Nullable Path at = Path.of(path);
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    @FunctionalInterface
    interface Command<T> {
        T run() throws IOException, TransferException;
    }

    /** Asks the system; what it refuses concerns {@code path}. */
    static <T> T ask(String path, Command<T> command) throws TransferException {
        try {
            return command.run();
        } catch (IOException | InvalidPathException e) {
            throw explain(e, path);
        }
    }

    @FunctionalInterface
    interface Action {
        void run() throws IOException, TransferException;
    }

    static void run(String path, Action action) throws TransferException {
        ask(path, () -> {
            action.run();
            return true;
        });
    }
}
