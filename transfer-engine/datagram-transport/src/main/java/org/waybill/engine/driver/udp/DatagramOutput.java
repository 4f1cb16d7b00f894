package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.waybill.engine.transport.Connection;

/** The writing end. After {@link #close} what was written is still brought to the peer, in the background. */
final class DatagramOutput extends DatagramStream {
    private final StreamSource source;
    private final Runnable whenEnded;

    /** @param whenEnded gives back what the stream held */
    DatagramOutput(StreamSource source, Connection connection, UdpDriver driver, boolean sealed, Runnable whenEnded) {
        super("datagrams out", connection, driver, sealed);
        this.source = source;
        this.whenEnded = whenEnded;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        checkOpen();
        try {
            return source.write(bytes);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    @Override
    void onEnded() {
        whenEnded.run();
        source.fail();
    }

    @Override
    void onClosed() {
        source.end();
    }
}
