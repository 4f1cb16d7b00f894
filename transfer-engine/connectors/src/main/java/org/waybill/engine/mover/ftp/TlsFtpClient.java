package org.waybill.engine.mover.ftp;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.commons.net.DefaultSocketFactory;
import org.apache.commons.net.ftp.FTPSClient;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.trust.TlsTrust;

/**
 * FTP over TLS (RFC 4217) with the server's name checked on both channels. Many servers demand that a data connection
 * resumes the TLS session of its control connection, as proof that both come from the same client; Java looks sessions
 * up by host and port, so data connections say that they go to the control connection's port.
 */
final class TlsFtpClient extends FTPSClient implements FtpListing.Lister {
    private static final System.Logger LOG = System.getLogger(TlsFtpClient.class.getName());

    private final SSLContext context;
    private final String host;
    private final int controlPort;

    /** @param context of this connection's own: its sessions must not be mistaken for another one's */
    TlsFtpClient(boolean implicit, SSLContext context, String host, int controlPort) {
        super(implicit, context);
        this.context = context;
        this.host = host;
        this.controlPort = controlPort;
        setEndpointCheckingEnabled(true);
        setEnabledProtocols(TlsTrust.protocols());
    }

    /** The name to check, which is not looked up where a proxy does that. */
    @Override
    protected void _connectAction_() throws IOException {
        _hostname_ = host;
        super._connectAction_();
    }

    /** Encrypts the data connections too (RFC 2228: PBSZ, PROT). */
    void protectData(FtpProxy proxy) throws IOException {
        execPBSZ(0);
        execPROT("P");
        // connections are made plain here and wrapped below, for the parent class neither checks names nor resumes
        setSocketFactory(new DefaultSocketFactory() {
            @Override
            public Socket createSocket() {
                return proxy.dataSocket(TlsFtpClient.this, controlPort);
            }
        });
    }

    @Override
    public @Nullable Socket startListing(String command) throws IOException {
        return _openDataConnection_(command, null);
    }

    @Override
    protected @Nullable Socket _openDataConnection_(String command, @Nullable String argument) throws IOException {
        Socket plain = super._openDataConnection_(command, argument);
        if (plain == null) {
            return null;
        }
        try {
            SSLSocket socket = TlsTrust.over(plain, context, host, controlPort);
            socket.startHandshake();
            return socket;
        } catch (Throwable e) {
            plain.close();
            throw e;
        }
    }

    /**
     * The stream of an upload. Under TLS 1.3 the server sends the ticket for the next data connection down this one,
     * where an uploader never reads: so it is read before the end.
     */
    @Override
    protected @Nullable OutputStream _storeFileStream(String command, @Nullable String remote) throws IOException {
        Socket socket = _openDataConnection_(command, remote);
        if (socket == null) {
            return null;
        }
        return new FilterOutputStream(socket.getOutputStream()) {
            @Override
            public void write(byte[] block, int offset, int length) throws IOException {
                out.write(block, offset, length);
            }

            @Override
            public void close() throws IOException {
                try (socket) {
                    socket.shutdownOutput();
                    readTicket(socket);
                }
            }
        };
    }

    private static void readTicket(Socket socket) {
        try {
            if (socket.getInputStream().read() >= 0) {
                LOG.log(System.Logger.Level.DEBUG, "the server sent data during an upload");
            }
        } catch (IOException e) {
            // whether the upload succeeded is said on the control connection
            LOG.log(System.Logger.Level.DEBUG, "no TLS ticket from the data connection", e);
        }
    }
}
