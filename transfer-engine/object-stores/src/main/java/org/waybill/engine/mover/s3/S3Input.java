package org.waybill.engine.mover.s3;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.waybill.engine.mover.BlockInput;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** An object's bytes: as many as were announced, or a failure. */
final class S3Input extends BlockInput {
    private final ResponseInputStream<GetObjectResponse> in;
    private long leftBytes;

    S3Input(ResponseInputStream<GetObjectResponse> in) {
        this.in = in;
        Long announced = in.response().contentLength();
        this.leftBytes = announced == null ? Long.MAX_VALUE : announced;
    }

    /** What was read has not the checksum that the server gave with it. */
    static final class AlteredException extends IOException {
        private static final long serialVersionUID = 1L;

        AlteredException(SdkException cause) {
            super(cause);
        }
    }

    @Override
    public int read(byte[] into, int start, int length) throws IOException {
        try {
            int n = ((InputStream) in).read(into, start, length);
            if (n < 0 && leftBytes > 0 && leftBytes != Long.MAX_VALUE) {
                throw new EOFException("the server closed the connection " + leftBytes + " bytes before the end");
            }
            leftBytes -= Math.max(0, leftBytes == Long.MAX_VALUE ? 0 : n);
            return n;
        } catch (SdkException e) {
            throw leftBytes == 0 ? new AlteredException(e) : new IOException(e);
        }
    }

    @Override
    public void close() {
        if (leftBytes > 0) {
            in.abort(); // the rest is not waited for
            return;
        }
        try {
            in.close();
        } catch (IOException | SdkException _) {
            // all was read
        }
    }
}
