package org.waybill.engine.mover.rclone;

import java.io.IOException;

/** What rclone answered in place of what it was asked for. */
final class RcloneErrorException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    RcloneErrorException(int status, String text) {
        super(text);
        this.status = status;
    }

    /** HTTP's: 404 for what is not there, 500 for most else. */
    int status() {
        return status;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
