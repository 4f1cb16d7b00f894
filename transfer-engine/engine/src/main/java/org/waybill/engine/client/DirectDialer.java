package org.waybill.engine.client;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.wire.AttachPreamble;

/** TCP to the address that the control connection reached. */
final class DirectDialer implements StreamDialer {
    private static final int CONNECT_MILLIS = 10_000;

    private final SocketAddress address;

    DirectDialer(ControlLink link) throws IOException {
        address = link.channel().getRemoteAddress();
    }

    @Override
    public ByteChannel dial(AttachPreamble preamble) throws IOException {
        SocketChannel channel = TcpChannels.connect(address, CONNECT_MILLIS);
        try {
            TcpChannels.write(channel, ByteBuffer.wrap(preamble.encode()));
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
