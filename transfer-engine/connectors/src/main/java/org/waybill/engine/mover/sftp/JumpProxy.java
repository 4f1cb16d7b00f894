package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.net.ConnectException;

/** The connection through a jump host: a channel that it connects to the next host (RFC 4254, section 7.2). */
final class JumpProxy extends StreamProxy {
    private final Session jump;
    private final String name;

    /** @param jump logged in; ends with this */
    JumpProxy(Session jump, String name) {
        this.jump = jump;
        this.name = name;
    }

    @Override
    public void connect(SocketFactory sockets, String host, int port, int timeoutMillis) throws IOException {
        try {
            ChannelDirectTCPIP channel = (ChannelDirectTCPIP) jump.openChannel("direct-tcpip");
            channel.setHost(host);
            channel.setPort(port);
            use(channel.getInputStream(), channel.getOutputStream());
            channel.connect(timeoutMillis);
        } catch (JSchException e) {
            throw (ConnectException)
                    new ConnectException("the jump host " + name + " cannot connect to " + host + ":" + port)
                            .initCause(e);
        }
    }

    @Override
    public void close() {
        jump.disconnect();
    }
}
