package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Proxy;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.CountingInput;

/** A connection to an SSH server over two streams in place of a socket, with the same limits for the log-in. */
abstract class StreamProxy implements Proxy {
    private final LogInLimits limits = new LogInLimits();
    private @Nullable InputStream in;
    private @Nullable OutputStream out;

    LogInLimits limits() {
        return limits;
    }

    void use(InputStream input, OutputStream output) {
        in = new CountingInput(input, limits::heard);
        out = output;
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
}
