package org.waybill.engine.gridftp.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.waybill.engine.PeerLimits;

/** Splits text that comes in order into lines. */
public abstract class LineSink implements DataSink {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** A line without LF, or CR LF. */
    protected abstract void line(String text) throws IOException;

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == '\n') {
                endLine();
            } else if (line.size() == PeerLimits.ENTRY_BYTES) {
                throw new PeerLimits.Exceeded(
                        "a line of the listing is longer than " + PeerLimits.ENTRY_BYTES + " bytes");
            } else {
                line.write(next);
            }
        }
    }

    private void endLine() throws IOException {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }

    /** What remains is a line too. */
    @Override
    public void finish() throws IOException {
        if (line.size() > 0) {
            endLine();
        }
    }

    @Override
    public void close() {
        // memory only
    }
}
