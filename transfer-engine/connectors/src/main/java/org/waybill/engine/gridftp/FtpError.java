package org.waybill.engine.gridftp;

import java.io.IOException;

/** A command that is refused: the reply's code and its one line. */
public final class FtpError extends IOException {
    /** RFC 959: the data connection cannot be opened. */
    public static final int NO_DATA_CONNECTION = 425;

    private static final long serialVersionUID = 1L;

    private final int code;

    public FtpError(int code, String text) {
        super(Printable.of(text));
        this.code = code;
    }

    public int code() {
        return code;
    }

    public FtpReply reply() {
        return FtpReply.of(code, getMessage() == null ? "failed" : getMessage());
    }
}
