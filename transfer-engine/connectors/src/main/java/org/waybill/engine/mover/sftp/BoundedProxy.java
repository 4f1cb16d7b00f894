package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.SocketFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.CountingInput;

/** A way to a server that is held to the limits of a log-in, as sockets are. */
record BoundedProxy(Proxy way, LogInLimits limits) implements Proxy {
    @Override
    public void connect(SocketFactory sockets, String host, int port, int timeoutMillis) throws Exception {
        way.connect(sockets, host, port, timeoutMillis);
    }

    @Override
    public InputStream getInputStream() {
        return new CountingInput(way.getInputStream(), limits::heard);
    }

    @Override
    public OutputStream getOutputStream() {
        return way.getOutputStream();
    }

    @Override
    public @Nullable Socket getSocket() {
        return null;
    }

    @Override
    public void close() {
        way.close();
    }
}
