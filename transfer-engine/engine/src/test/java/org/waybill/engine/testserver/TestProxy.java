package org.waybill.engine.testserver;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A proxy for HTTP, CONNECT and SOCKS 5 at one port. Every name is this machine to it, so that names which no one else
 * can look up lead to the test's servers, except {@code nowhere.example.org}.
 */
public final class TestProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final @Nullable String login;

    /** @param login "user:password" that is required; null for none */
    public TestProxy(@Nullable String login) {
        this.login = login;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::serve);
    }

    public String at() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** What was asked for, as {@code HOST:PORT}. */
    public List<String> targets() {
        return targets;
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            int first = in.read();
            if (first == 5) {
                socks(client, in);
            } else {
                http(client, in, first);
            }
        } catch (IOException _) {
            // one of the two has gone
        }
    }

    private void socks(Socket client, DataInputStream in) throws IOException {
        OutputStream out = client.getOutputStream();
        in.readNBytes(in.readUnsignedByte());
        out.write(new byte[] {5, (byte) (login == null ? 0 : 2)});
        if (login != null) {
            in.readByte();
            String given = text(in) + ":" + text(in);
            out.write(new byte[] {1, (byte) (given.equals(login) ? 0 : 1)});
        }
        in.readNBytes(4);
        String host = text(in);
        int port = in.readUnsignedShort();
        targets.add(host + ":" + port);
        try (Socket server = open(host, port)) {
            out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            both(client, server);
        } catch (IOException _) {
            out.write(new byte[] {5, (byte) (host.startsWith("nowhere") ? 4 : 5), 0, 1, 0, 0, 0, 0, 0, 0});
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
    }

    private void http(Socket client, InputStream in, int first) throws IOException {
        StringBuilder head = new StringBuilder().append((char) first);
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        OutputStream out = client.getOutputStream();
        String[] words = head.toString().split(" ", 3);
        String wanted = login == null
                ? ""
                : "Proxy-Authorization: Basic "
                        + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        if (!head.toString().contains(wanted)) {
            out.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            return;
        }
        boolean tunnel = words[0].equals("CONNECT");
        URI uri = URI.create(tunnel ? "tunnel://" + words[1] : words[1]);
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        targets.add(uri.getHost() + ":" + port);
        try (Socket server = open(uri.getHost(), port)) {
            if (tunnel) {
                out.write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } else {
                server.getOutputStream()
                        .write((words[0] + " " + uri.getRawPath() + " "
                                        + words[2].replaceAll("Proxy-Authorization: [^\r]*\r\n", ""))
                                .getBytes(StandardCharsets.ISO_8859_1));
            }
            both(client, server);
        } catch (IOException _) {
            out.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static Socket open(String host, int port) throws IOException {
        if (host.startsWith("nowhere")) {
            throw new IOException("there is no such host");
        }
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static void both(Socket client, Socket server) {
        Thread back = Thread.ofVirtual().start(() -> pass(server, client));
        pass(client, server);
        try {
            back.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            try {
                to.close();
            } catch (IOException _) {
                // closed already
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
