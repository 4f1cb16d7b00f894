package org.waybill.engine.mover.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.zip.Adler32;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Sha256;

/**
 * A WebDAV server with files in memory, that copies from and to other servers (HTTP-TPC) as well or badly as a test
 * wants. It is no XRootD, which {@link BetweenServersTest} has: no real server misbehaves on request, or shows what it was
 * sent.
 */
final class CopyServer implements AutoCloseable {
    final Map<String, byte[]> files = new ConcurrentSkipListMap<>();
    private final Set<String> directories = ConcurrentHashMap.newKeySet();
    /** Each request: its method and path, and the headers that matter. */
    final List<String> heard = new CopyOnWriteArrayList<>();

    volatile String software = "dCache/9.2.6";
    volatile boolean offersCopy = true;
    volatile boolean isDav = true;
    volatile boolean givesDigests = true;
    /** What requests need; empty for nothing. */
    volatile String token = "";

    volatile Copying copying = this::copy;

    private final HttpServer server;

    /** How a COPY is answered. */
    @FunctionalInterface
    interface Copying {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    CopyServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange);
            } catch (InterruptedException | RuntimeException e) {
                throw new IOException(e);
            }
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    Location location(String path) {
        return new Location("dav", null, "127.0.0.1", port(), path);
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        StringBuilder line = new StringBuilder(method + " " + path);
        for (String name : List.of(
                "Source",
                "Destination",
                "Credential",
                "Overwrite",
                "RequireChecksumVerification",
                "Authorization",
                "TransferHeaderAuthorization")) {
            header(exchange, name)
                    .ifPresent(
                            value -> line.append(' ').append(name).append('=').append(value));
        }
        heard.add(line.toString());
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Server", software);
        if (!token.isEmpty() && !header(exchange, "Authorization").equals(Optional.of("Bearer " + token))) {
            say(exchange, 401, "no");
            return;
        }
        switch (method) {
            case "OPTIONS" -> options(exchange);
            case "HEAD", "GET" -> get(exchange, path);
            case "PROPFIND" -> list(exchange, path);
            case "PUT" -> {
                files.put(path, body);
                say(exchange, 201, "");
            }
            case "MKCOL" -> {
                directories.add(path.endsWith("/") ? path : path + "/");
                say(exchange, 201, "");
            }
            case "DELETE" -> say(exchange, files.remove(path) == null ? 404 : 204, "");
            case "MOVE" -> {
                byte[] file = files.remove(path);
                files.put(
                        URI.create(header(exchange, "Destination").orElseThrow())
                                .getPath(),
                        file);
                say(exchange, 201, "");
            }
            case "COPY" -> copying.answer(exchange);
            default -> say(exchange, 405, "");
        }
    }

    static Optional<String> header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    private void options(HttpExchange exchange) throws IOException {
        if (isDav) {
            exchange.getResponseHeaders().set("DAV", "1");
        }
        exchange.getResponseHeaders().set("Allow", "GET, PUT, PROPFIND, MOVE, DELETE" + (offersCopy ? ", COPY" : ""));
        say(exchange, 200, "");
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        byte @Nullable [] file = files.get(path);
        if (file == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        if (givesDigests && header(exchange, "Want-Digest").isPresent()) {
            exchange.getResponseHeaders()
                    .set(
                            "Digest",
                            "SHA-256=" + Base64.getEncoder().encodeToString(sha256(file)) + ",ADLER32="
                                    + adler32(file));
        }
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(file.length));
        }
        exchange.sendResponseHeaders(200, head || file.length == 0 ? -1 : file.length);
        if (!head) {
            exchange.getResponseBody().write(file);
        }
    }

    private static String adler32(byte[] file) {
        Adler32 sum = new Adler32();
        sum.update(file);
        return String.format("%08x", sum.getValue());
    }

    private static byte[] sha256(byte[] file) {
        return Sha256.start().digest(file);
    }

    private void list(HttpExchange exchange, String path) throws IOException {
        String directory = path.endsWith("/") ? path : path + "/";
        StringBuilder xml = new StringBuilder("<multistatus xmlns='DAV:'>");
        if (files.containsKey(path)) {
            xml.append(file(path));
        } else if (path.equals("/")
                || directories.contains(directory)
                || files.keySet().stream().anyMatch(name -> name.startsWith(directory))) {
            xml.append(entry(directory, "<resourcetype><collection/></resourcetype>"));
            if (header(exchange, "Depth").equals(Optional.of("1"))) {
                files.keySet().stream()
                        .filter(name -> name.startsWith(directory))
                        .forEach(name -> xml.append(file(name)));
            }
        } else {
            say(exchange, 404, "");
            return;
        }
        say(exchange, 207, xml.append("</multistatus>").toString());
    }

    private String file(String path) {
        return entry(
                path,
                "<resourcetype/><getcontentlength>" + files.get(path).length
                        + "</getcontentlength><getlastmodified>Mon, 12 Jan 2026 10:00:00 GMT</getlastmodified>");
    }

    private static String entry(String path, String properties) {
        return "<response><href>" + path + "</href><propstat><prop>" + properties
                + "</prop><status>HTTP/1.1 200 OK</status></propstat></response>";
    }

    static void say(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Begins an answer of markers. */
    static OutputStream accept(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/perf-marker-stream");
        exchange.sendResponseHeaders(202, 0);
        return exchange.getResponseBody();
    }

    static void mark(OutputStream out, long bytes) throws IOException {
        out.write(("Perf Marker\n Timestamp: 1\n Stripe Index: 0\n Stripe Bytes Transferred: " + bytes
                        + "\n Total Stripe Count: 1\nEnd\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** What the protocol says: fetches or sends, and tells how far it is. */
    void copy(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        Optional<String> source = header(exchange, "Source");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create(source.or(() -> header(exchange, "Destination")).orElseThrow()));
        header(exchange, "TransferHeaderAuthorization")
                .ifPresent(authorization -> request.header("Authorization", authorization));
        if (source.isEmpty()) {
            request.PUT(HttpRequest.BodyPublishers.ofInputStream(() -> in(path)));
        }
        HttpResponse<byte[]> response;
        try (HttpClient client = HttpClient.newHttpClient()) {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }
        try (OutputStream out = accept(exchange)) {
            if (response.statusCode() >= 300) {
                out.write(("failure: the other server says " + response.statusCode() + "\n")
                        .getBytes(StandardCharsets.UTF_8));
                return;
            }
            byte[] file = source.isPresent() ? response.body() : files.get(path);
            mark(out, file.length / 2);
            if (source.isPresent()) {
                files.put(path, file);
            }
            mark(out, file.length);
            out.write("success: Created\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private InputStream in(String path) {
        return new ByteArrayInputStream(files.get(path));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
