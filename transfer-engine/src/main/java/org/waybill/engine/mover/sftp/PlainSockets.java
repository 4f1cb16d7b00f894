package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.store.CountedInput;

/** Sockets made here, so that a failed connection comes as the system's own exception. */
record PlainSockets(LogInLimits limits) implements SocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return HostAddresses.connect(host, port, SshLogin.CONNECT_TIMEOUT_MILLIS,
                (address, millis) -> HostAddresses.connected(new Socket(), address, millis));
    }

    @Override
    public InputStream getInputStream(Socket socket) throws IOException {
        return new CountedInput(socket.getInputStream(), limits::heard);
    }

    @Override
    public OutputStream getOutputStream(Socket socket) throws IOException {
        return socket.getOutputStream();
    }
}
