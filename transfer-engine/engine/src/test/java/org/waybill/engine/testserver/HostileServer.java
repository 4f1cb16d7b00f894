package org.waybill.engine.testserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on loopback that says whatever a test prescribes, as long as a client reads. */
public final class HostileServer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** One side of a conversation; what it throws ends it. */
    @FunctionalInterface
    public interface Talk {
        void run(Peer peer) throws IOException, InterruptedException;
    }

    /** The client that connected. */
    public final class Peer {
        private final Socket socket;
        private final BufferedReader in;
        private final List<String> lines = new ArrayList<>();

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        }

        /** What comes, as bytes; no lines after it. */
        public InputStream bytes() throws IOException {
            return socket.getInputStream();
        }

        public OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        /** The next line, which is remembered; the end of the conversation at its end. */
        public String line() throws IOException {
            String line = in.readLine();
            if (line == null) {
                throw new IOException("gone");
            }
            heard.add(line);
            lines.add(line);
            return line;
        }

        /** The same over another connection. */
        public Peer over(Socket other) throws IOException {
            return new Peer(other);
        }

        /** Passes over a byte of a body. */
        public void skip() throws IOException {
            in.read();
        }

        /** The last line of this conversation that a pattern matches. */
        public String last(String pattern) {
            return lines.reversed().stream()
                    .filter(line -> line.matches(pattern))
                    .findFirst()
                    .orElse("");
        }

        public void say(String text) throws IOException {
            out().write(text.getBytes(StandardCharsets.UTF_8));
            out().flush();
        }

        /** The same again and again. */
        public void forever(String text) throws IOException {
            byte[] much = text.repeat(Math.max(1, 65_536 / text.length())).getBytes(StandardCharsets.UTF_8);
            while (true) {
                out().write(much);
            }
        }

        /** A byte at a time, without end. */
        public void drip(String text) throws IOException, InterruptedException {
            while (true) {
                for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
                    out().write(one);
                    out().flush();
                    Thread.sleep(200);
                }
            }
        }
    }

    private HostileServer() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static HostileServer start(Talk talk) {
        HostileServer server = new HostileServer();
        Thread.ofPlatform().daemon().name("hostile").start(() -> server.accept(talk));
        return server;
    }

    private void accept(Talk talk) {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        talk.run(new Peer(socket));
                    } catch (IOException | InterruptedException gone) {
                        // that is how they end
                    }
                });
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Every line of every conversation so far. */
    public List<String> heard() {
        return heard;
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
