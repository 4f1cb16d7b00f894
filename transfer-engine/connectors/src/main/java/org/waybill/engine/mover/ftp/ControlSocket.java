package org.waybill.engine.mover.ftp;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import jdk.net.ExtendedSocketOptions;
import org.apache.commons.net.DefaultSocketFactory;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.CountingInput;
import org.waybill.platform.Proxies;

/**
 * A control connection on which a server says at most {@link PeerLimits#REPLY_BYTES} between two commands: Commons Net
 * keeps every line of a reply, and waits for the end of each.
 */
final class ControlSocket extends Socket {
    /** Without a word for so long, a server is asked whether it is there, so often, and given up after 90 s. */
    private static final int ASKED_AFTER_SECONDS = 30;

    private static final int ASKED_EVERY_SECONDS = 10;
    private static final int MOST_ASKED = 6;

    private final int port;
    private int sinceCommand;

    /** @param port of the server, which a proxy's socket does not know */
    ControlSocket(int port) {
        this.port = port;
    }

    /** Connects them: Commons Net itself would try the first of a host's addresses alone. */
    static final class Factory extends DefaultSocketFactory {
        private final FtpProxy proxy;
        private final String host;
        private final int port;
        private final int patienceMillis;

        Factory(FtpProxy proxy, String host, int port, int patienceMillis) {
            this.proxy = proxy;
            this.host = host;
            this.port = port;
            this.patienceMillis = patienceMillis;
        }

        @Override
        public Socket createSocket() throws IOException {
            Proxies.Server through = proxy.server();
            if (through != null) {
                return ProxySockets.through(through, () -> new ControlSocket(port), host, port, patienceMillis);
            }
            return HostAddresses.connect(
                    host,
                    port,
                    patienceMillis,
                    (address, millis) -> HostAddresses.connected(new ControlSocket(port), address, millis));
        }
    }

    @Override
    public void connect(SocketAddress address, int millis) throws IOException {
        if (!isConnected()) {
            super.connect(address, millis);
            noticeDeadLine();
        }
    }

    /** While a server stores a file, this connection is silent; the kernel's own limit is hours. */
    private void noticeDeadLine() throws IOException {
        setKeepAlive(true);
        if (supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            setOption(ExtendedSocketOptions.TCP_KEEPIDLE, ASKED_AFTER_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, ASKED_EVERY_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, MOST_ASKED);
        }
    }

    /** The server's: Java looks TLS sessions up by host and port. */
    @Override
    public int getPort() {
        return port;
    }

    private synchronized void heard(int bytes) throws IOException {
        sinceCommand += Math.max(0, bytes);
        if (sinceCommand > PeerLimits.REPLY_BYTES) {
            throw new PeerLimits.Exceeded("the server's reply is longer than " + PeerLimits.REPLY_BYTES + " bytes");
        }
    }

    private synchronized void said() {
        sinceCommand = 0;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new CountingInput(super.getInputStream(), this::heard);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(int one) throws IOException {
                said();
                out.write(one);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                said();
                out.write(bytes, offset, length);
            }
        };
    }
}
