package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.waybill.engine.gridftp.data.DataSink;

/** Keeps what comes, which must come in order. */
final class GatheringSink implements DataSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(long offset, ByteBuffer block) {
        assertThat(offset).isEqualTo(bytes.size());
        while (block.hasRemaining()) {
            bytes.write(block.get());
        }
    }

    @Override
    public void finish() {
        // memory only
    }

    @Override
    public void close() {
        // memory only
    }

    String text(Charset charset) {
        return bytes.toString(charset);
    }
}
