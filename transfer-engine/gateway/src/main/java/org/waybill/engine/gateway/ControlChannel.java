package org.waybill.engine.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.LineReader;
import org.waybill.engine.gridftp.ProtectedReplies;
import org.waybill.engine.gsi.GsiContext;

/** The gateway's side of a client's control connection. Lines are read by one thread; replies may come from several. */
final class ControlChannel implements AutoCloseable {
    private final Socket socket;
    private final LineReader lines;
    private final OutputStream out;
    private volatile @Nullable GsiContext protection;

    ControlChannel(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new LineReader(new BufferedInputStream(socket.getInputStream(), 4_096));
        this.out = socket.getOutputStream();
    }

    @Nullable
    FtpCommand nextCommand() throws IOException {
        byte[] line = lines.nextBytes();
        if (line == null) {
            return null;
        }
        FtpCommand command = FtpCommand.parse(line);
        GsiContext gsi = protection;
        if (gsi == null) {
            return command;
        }
        if (!List.of("ENC", "MIC", "CONF").contains(command.verb())) {
            return new FtpCommand("CLEAR", command.verb(), command.isText());
        }
        return FtpCommand.parseEnded(ProtectedReplies.clear(command.argument(), gsi));
    }

    /** A remote server's escape sequences must not reach the terminal of the reader of its refusal. */
    synchronized void reply(FtpReply anybodys) throws IOException {
        FtpReply reply = anybodys.printable();
        StringBuilder text = new StringBuilder();
        GsiContext gsi = protection;
        List<String> wireLines = gsi == null ? reply.wireLines() : ProtectedReplies.seal(reply, gsi);
        wireLines.forEach(line -> text.append(line).append("\r\n"));
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    void reply(int code, String text) throws IOException {
        reply(FtpReply.of(code, text));
    }

    /** From the next line on, commands and replies travel inside the context. */
    synchronized void protect(GsiContext context) {
        protection = context;
    }

    InetAddress peer() {
        return socket.getInetAddress();
    }

    InetAddress local() {
        return socket.getLocalAddress();
    }

    @Override
    public void close() {
        // the session is over in both cases
        Quietly.close(socket);
    }
}
