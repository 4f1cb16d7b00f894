package org.waybill.engine.mover;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.HostileServer;

/** An FTP or GridFTP server with {@code /tree}, which holds two files; a test prescribes some of its answers. */
final class ScriptedFtp implements AutoCloseable {
    private static final String FILE = "type=file;size=4;modify=20200101000000;";

    private final HostileServer server;
    private final String scheme;
    private final Answers answers;

    /** What a test prescribes. */
    @FunctionalInterface
    interface Answers {
        /** Answers a command, if it is one that the test is about; whether it did. */
        boolean to(String line, Session session) throws IOException;
    }

    /** One client's. */
    record Session(HostileServer.Peer peer, ServerSocket data) {
        void say(String reply) throws IOException {
            peer.say(reply + "\r\n");
        }

        /** Over a data connection that the client opens. */
        void send(String text, String end) throws IOException {
            say("150 here");
            try (Socket connection = data.accept()) {
                connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            }
            say(end);
        }

        /** The directory that a listing is asked of. */
        String listed(String line) {
            return line.contains(" ") ? line : peer.last("CWD .*");
        }
    }

    private ScriptedFtp(String scheme, Answers answers) {
        this.scheme = scheme;
        this.answers = answers;
        this.server = HostileServer.start(this::serve);
    }

    static ScriptedFtp start(String scheme, Answers answers) {
        return new ScriptedFtp(scheme, answers);
    }

    Location location(String path) {
        return new Location(scheme, null, "127.0.0.1", server.port(), path);
    }

    HostileServer server() {
        return server;
    }

    private void serve(HostileServer.Peer peer) throws IOException {
        try (ServerSocket data = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Session session = new Session(peer, data);
            session.say("220 hello");
            while (true) {
                String line = peer.line();
                if (!answers.to(line, session)) {
                    answer(line, session);
                }
            }
        }
    }

    private static void answer(String line, Session session) throws IOException {
        int port = session.data().getLocalPort();
        switch (line.split(" ")[0]) {
            case "FEAT" -> session.say("211-F\r\n MLST type*;size*;modify*;\r\n REST STREAM\r\n UTF8\r\n211 end");
            case "USER" -> session.say("230 in");
            case "PWD" -> session.say("257 \"/\"");
            case "MLST" ->
                session.say("250-x\r\n " + (line.matches(".*(good|also)") ? FILE : "type=dir;modify=20200101000000;")
                        + " /t\r\n250 end");
            case "PASV" -> session.say("227 (127,0,0,1," + (port >> 8) + "," + (port & 255) + ")");
            case "EPSV" -> session.say("229 (|||" + port + "|)");
            case "MLSD", "LIST" -> session.send(FILE + " good\r\n" + FILE + " also\r\n", "226 done");
            case "RETR" -> session.send(line.substring(line.length() - 4), "226 done");
            case "CKSM", "ERET", "SPAS", "SITE", "HASH" -> session.say("502 no");
            default -> session.say("200 fine");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
