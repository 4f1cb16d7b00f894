package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.net.ftp.FTPClient;
import org.waybill.engine.mover.BlockInput;

/** The data of a RETR. At its end the server says whether that was all; without this answer it was not. */
final class FtpDownload extends BlockInput {
    private final InputStream in;
    private final FTPClient client;
    private final Runnable broken;
    private boolean atEnd;
    private boolean closed;

    /** @param broken called when the control connection cannot be used any more */
    FtpDownload(InputStream data, FTPClient client, Runnable broken) {
        this.in = data;
        this.client = client;
        this.broken = broken;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (atEnd) {
            return -1;
        }
        int n = in.read(buffer, offset, length);
        if (n < 0) {
            atEnd = true;
            finish();
        }
        return n;
    }

    private void finish() throws IOException {
        in.close();
        boolean complete = false;
        try {
            complete = client.completePendingCommand();
        } finally {
            if (!complete) {
                broken.run();
            }
        }
        if (!complete) {
            throw FtpFailures.last(client);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (!atEnd && in.read() >= 0) {
            // closed in the middle: servers answer ABOR too differently, a new connection is surer
            broken.run();
            in.close();
        } else if (!atEnd) {
            atEnd = true;
            finish();
        }
    }
}
