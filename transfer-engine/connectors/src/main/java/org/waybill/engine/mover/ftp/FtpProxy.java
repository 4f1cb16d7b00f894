package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import org.apache.commons.net.DefaultSocketFactory;
import org.apache.commons.net.ftp.FTPClient;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.driver.LargePackets;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.Credentials;
import org.waybill.platform.Proxies;

/**
 * The proxy in front of an FTP server. Data connections go through it too: to the server's name and the port of its
 * reply, since the address of the control connection is the proxy's.
 *
 * @param server null where there is none
 */
record FtpProxy(Proxies.@Nullable Server server, String host) {
    /** @throws ProxySockets.ProxyException where the variable names no proxy */
    static FtpProxy before(Credentials credentials, String scheme, String host, int port) throws IOException {
        try {
            return new FtpProxy(credentials.proxies().before(scheme, host, port).orElse(null), host);
        } catch (IllegalArgumentException e) {
            throw new ProxySockets.ProxyException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Has a client make its data connections through the proxy, if there is one. */
    void carryDataOf(FTPClient client) {
        if (server != null) {
            // the socket's peer is the proxy
            client.setRemoteVerificationEnabled(false);
        }
        client.setSocketFactory(new DefaultSocketFactory() {
            @Override
            public Socket createSocket() {
                return dataSocket(client, 0);
            }
        });
    }

    /**
     * A socket for data, not yet connected.
     *
     * @param control is connected, through the proxy if there is one
     * @param shownPort the port that TLS sessions are looked up by; 0 for the connection's own
     */
    Socket dataSocket(FTPClient control, int shownPort) {
        return new DataSocket(control, shownPort);
    }

    private final class DataSocket extends Socket {
        private final FTPClient control;
        private final int shownPort;
        private boolean leads;

        DataSocket(FTPClient control, int shownPort) {
            this.control = control;
            this.shownPort = shownPort;
        }

        @Override
        public int getPort() {
            return shownPort == 0 ? super.getPort() : shownPort;
        }

        @Override
        public void connect(SocketAddress address, int millis) throws IOException {
            Proxies.Server through = server;
            if (through == null) {
                LargePackets.prepare(this, address);
            }
            if (through == null || leads || !(address instanceof InetSocketAddress target)) {
                super.connect(address, millis);
                return;
            }
            leads = true;
            int silenceMillis = getSoTimeout();
            ProxySockets.through(through, control.getRemoteAddress(), this, host, target.getPort(), millis);
            setSoTimeout(silenceMillis);
        }
    }
}
