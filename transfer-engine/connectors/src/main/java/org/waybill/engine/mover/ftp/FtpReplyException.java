package org.waybill.engine.mover.ftp;

import java.io.IOException;
import org.apache.commons.net.ftp.FTPClient;
import org.waybill.engine.mover.store.StorePath;

/** A server's answer that is not what was hoped for. */
final class FtpReplyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;

    private FtpReplyException(int code, String text) {
        super(text);
        this.code = code;
    }

    /** The last reply of a client. */
    static FtpReplyException last(FTPClient client) {
        String[] lines = client.getReplyStrings();
        String text = lines == null || lines.length == 0 ? "no answer" : lines[lines.length - 1];
        return new FtpReplyException(client.getReplyCode(), StorePath.shown(text));
    }

    static void require(FTPClient client, boolean success) throws FtpReplyException {
        if (!success) {
            throw last(client);
        }
    }

    int code() {
        return code;
    }
}
