package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The connection through a program that the user's ssh_config names. */
final class CommandProxy extends StreamProxy {
    private final String command;
    private @Nullable Process program;

    CommandProxy(String command) {
        this.command = command;
    }

    @Override
    public void connect(SocketFactory sockets, String host, int port, int timeoutMillis) throws IOException {
        // ssh(1) gives the line to the user's shell too, in place of which it becomes the program
        Process started = new ProcessBuilder("/bin/sh", "-c", "exec " + command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        program = started;
        use(started.getInputStream(), started.getOutputStream());
    }

    @Override
    public void close() {
        if (program != null) {
            program.destroy();
        }
    }
}
