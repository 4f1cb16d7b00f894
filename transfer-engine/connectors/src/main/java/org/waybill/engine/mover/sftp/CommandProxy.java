package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** The way through a program that the user's ssh_config names. */
final class CommandProxy implements Proxy {
    private final String command;
    private @Nullable Process program;

    CommandProxy(String command) {
        this.command = command;
    }

    @Override
    public void connect(SocketFactory sockets, String host, int port, int timeoutMillis) throws IOException {
        // ssh(1) gives the line to the user's shell too, in place of which it becomes the program
        program = new ProcessBuilder("/bin/sh", "-c", "exec " + command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Override
    public @Nullable InputStream getInputStream() {
        return program == null ? null : program.getInputStream();
    }

    @Override
    public @Nullable OutputStream getOutputStream() {
        return program == null ? null : program.getOutputStream();
    }

    @Override
    public @Nullable Socket getSocket() {
        return null;
    }

    @Override
    public void close() {
        if (program != null) {
            program.destroy();
        }
    }
}
