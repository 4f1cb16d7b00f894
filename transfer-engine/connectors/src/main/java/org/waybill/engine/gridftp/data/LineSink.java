package org.waybill.engine.gridftp.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.gridftp.Printable;

/** Splits text that comes in order into lines. */
public abstract class LineSink implements DataSink {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** A line without LF, or CR LF. */
    protected abstract void line(String text) throws IOException;

    /** The same of a line that is not UTF-8, with U+FFFD for what is not; a line like any other unless this says else. */
    protected void unreadableLine(String text) throws IOException {
        line(text);
    }

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
        byte[] bytes = line.toByteArray();
        line.reset();
        String text = new String(bytes, StandardCharsets.UTF_8);
        String shown = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        if (Printable.isUtf8(bytes)) {
            line(shown);
        } else {
            unreadableLine(shown);
        }
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
