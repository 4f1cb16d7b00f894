package org.waybill.engine.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The gateway's side of a client's control connection. Lines are read by one thread; replies may come from several. */
final class ControlChannel implements AutoCloseable {
    private final Socket socket;
    private final LineReader lines;
    private final OutputStream out;

    ControlChannel(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new LineReader(new BufferedInputStream(socket.getInputStream(), 4_096));
        this.out = socket.getOutputStream();
    }

    @Nullable FtpCommand nextCommand() throws IOException {
        String line = lines.next();
        return line == null ? null : FtpCommand.parse(line);
    }

    synchronized void reply(FtpReply reply) throws IOException {
        StringBuilder text = new StringBuilder();
        reply.wireLines().forEach(line -> text.append(line).append("\r\n"));
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    void reply(int code, String text) throws IOException {
        reply(FtpReply.of(code, text));
    }

    InetAddress peer() {
        return socket.getInetAddress();
    }

    InetAddress local() {
        return socket.getLocalAddress();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // the session is over either way
        }
    }
}
