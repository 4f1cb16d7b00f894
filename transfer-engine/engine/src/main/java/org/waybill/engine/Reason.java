package org.waybill.engine;

/** Why a transfer failed: whether trying again can help, and the command's exit code (design, section 3). */
public enum Reason {
    INTERNAL(1, false),
    BAD_INPUT(2, false),
    NOT_FOUND(3, false),
    UNKNOWN_HOST(3, false),
    UNREACHABLE(4, true),
    CONNECTION_LOST(4, true),
    GAVE_UP(5, false),
    AUTHENTICATION(6, false),
    PERMISSION(6, false),
    HOST_KEY(6, false),
    CERTIFICATE(6, false),
    DISK_FULL(7, false),
    READ_ONLY(7, false),
    DISK_FAILED(7, false),
    LIMIT(8, false),
    NOTHING_TO_DO(9, false),
    DEADLINE_MISSED(10, false),
    VERIFICATION_FAILED(11, true),
    WRONG_CONTENT(11, false),
    DIFFERENT(11, false),
    UNSAFE(12, false),
    SOURCE_CHANGED(13, false),
    TARGET_BUSY(14, false),
    LEFT_OUT(15, false),
    INTERRUPTED(130, false);

    private final int exitCode;
    private final boolean retriable;

    Reason(int exitCode, boolean retriable) {
        this.exitCode = exitCode;
        this.retriable = retriable;
    }

    /** The exit code of a command that ends for this reason. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether the same request may succeed when it is tried again later. */
    public boolean isRetriable() {
        return retriable;
    }
}
