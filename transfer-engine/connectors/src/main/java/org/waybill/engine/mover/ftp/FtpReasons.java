package org.waybill.engine.mover.ftp;

import java.util.List;
import java.util.Locale;
import org.apache.commons.net.ftp.FTPReply;
import org.waybill.engine.Reason;

/** What a server's refusal means: by what it says, since its codes (RFC 959, section 4.2) are used for many things. */
public final class FtpReasons {
    /** Some do not say why a write failed (vsftpd, Pure-FTPd); it is seldom for anything else. */
    private static final List<String> FULL = List.of(
            "no space left",
            "quota exceeded",
            "disk full",
            "not enough space",
            "insufficient space",
            "insufficient storage",
            "out of space",
            "failure writing to local file",
            "error during write",
            "error writing");

    private FtpReasons() {}

    /**
     * @param text what the server said
     * @param exists whether what was named, or the directory to write it in, is there
     */
    public static Reason of(int code, String text, boolean exists) {
        String said = text.toLowerCase(Locale.ROOT);
        if (code >= 500 && (said.contains("no such file or directory") || said.contains("path_not_found"))) {
            return Reason.NOT_FOUND;
        }
        if (said.contains("read-only file system")) {
            return Reason.READ_ONLY;
        }
        if (said.contains("permission denied")
                || said.contains("not allowed")
                || said.contains("not permitted")
                || said.contains("access denied")
                || said.contains("read-only")) {
            return Reason.PERMISSION;
        }
        if (code >= 400 && FULL.stream().anyMatch(said::contains)) {
            return Reason.DISK_FULL;
        }
        return byCode(code, exists);
    }

    /** Whether a reply reports the server's own trouble with a file, and of no connection that did not work. */
    public static boolean isServersTrouble(int code) {
        return FTPReply.isNegativeTransient(code)
                && code != FTPReply.SERVICE_NOT_AVAILABLE
                && code != FTPReply.CANNOT_OPEN_DATA_CONNECTION
                && code != FTPReply.TRANSFER_ABORTED;
    }

    private static Reason byCode(int code, boolean exists) {
        return switch (code) {
            case FTPReply.INSUFFICIENT_STORAGE, FTPReply.STORAGE_ALLOCATION_EXCEEDED -> Reason.DISK_FULL;
            case FTPReply.FILE_UNAVAILABLE, FTPReply.FILE_NAME_NOT_ALLOWED ->
                exists ? Reason.PERMISSION : Reason.NOT_FOUND;
            case FTPReply.NOT_LOGGED_IN, FTPReply.NEED_ACCOUNT_FOR_STORING_FILES, 534, 535, 536 -> Reason.PERMISSION;
            case FTPReply.SERVICE_NOT_AVAILABLE,
                    FTPReply.CANNOT_OPEN_DATA_CONNECTION,
                    FTPReply.TRANSFER_ABORTED,
                    FTPReply.FILE_ACTION_NOT_TAKEN,
                    FTPReply.ACTION_ABORTED -> Reason.CONNECTION_LOST;
            case FTPReply.UNRECOGNIZED_COMMAND,
                    FTPReply.SYNTAX_ERROR_IN_ARGUMENTS,
                    FTPReply.COMMAND_NOT_IMPLEMENTED,
                    FTPReply.COMMAND_NOT_IMPLEMENTED_FOR_PARAMETER,
                    FTPReply.BAD_COMMAND_SEQUENCE -> Reason.BAD_INPUT;
            // RFC 959: 4yz may be tried again, 5yz may not
            default -> FTPReply.isNegativeTransient(code) ? Reason.CONNECTION_LOST : Reason.PERMISSION;
        };
    }
}
