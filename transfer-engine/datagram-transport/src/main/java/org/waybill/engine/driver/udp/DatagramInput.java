package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.waybill.engine.transport.Connection;

/** The reading end. Closing it before the end of the stream asks the peer to stop. */
final class DatagramInput extends DatagramStream {
    private final StreamSink sink;

    DatagramInput(StreamSink sink, Connection connection, UdpDriver driver, boolean sealed) {
        super("datagrams in", connection, driver, sealed);
        this.sink = sink;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        checkOpen();
        try {
            return sink.read(into);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    @Override
    void onEnded() {
        sink.fail();
    }

    @Override
    void onClosed() {
        driver().execute(connection -> connection.closeQuietly(System.nanoTime(), "the reader has closed the stream"));
        sink.close();
    }
}
