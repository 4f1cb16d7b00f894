package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.CountingInput;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;

/** Sockets made here, so that a failed connection comes as the system's own exception; through the user's proxy. */
record DirectSockets(LogInLimits limits, Proxies proxies) implements SocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
        Optional<Proxies.Server> proxy;
        try {
            proxy = proxies.before(Protocol.SSH.scheme(), host, port);
        } catch (IllegalArgumentException e) {
            throw new ProxySockets.ProxyException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
        if (proxy.isPresent()) {
            return ProxySockets.through(proxy.get(), Socket::new, host, port, SshLogin.CONNECT_TIMEOUT_MILLIS);
        }
        return HostAddresses.connect(
                host,
                port,
                SshLogin.CONNECT_TIMEOUT_MILLIS,
                (address, millis) -> HostAddresses.connected(new Socket(), address, millis));
    }

    @Override
    public InputStream getInputStream(Socket socket) throws IOException {
        return new CountingInput(socket.getInputStream(), limits::heard);
    }

    @Override
    public OutputStream getOutputStream(Socket socket) throws IOException {
        return socket.getOutputStream();
    }
}
