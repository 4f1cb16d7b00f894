package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** The way through a jump host: a channel that it connects to the next host (RFC 4254, section 7.2). */
final class JumpProxy implements Proxy {
    private final Session jump;
    private final String name;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;

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
            in = channel.getInputStream();
            out = channel.getOutputStream();
            channel.connect(timeoutMillis);
        } catch (JSchException e) {
            throw (ConnectException)
                    new ConnectException("the jump host " + name + " does not get to " + host + ":" + port)
                            .initCause(e);
        }
    }

    @Override
    public @Nullable InputStream getInputStream() {
        return in;
    }

    @Override
    public @Nullable OutputStream getOutputStream() {
        return out;
    }

    @Override
    public @Nullable Socket getSocket() {
        return null;
    }

    @Override
    public void close() {
        jump.disconnect();
    }
}
