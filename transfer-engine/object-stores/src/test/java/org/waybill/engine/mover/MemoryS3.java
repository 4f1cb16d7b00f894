package org.waybill.engine.mover;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Buckets in memory, and who may do what there: real servers refuse nothing that only some of S3's do. */
final class MemoryS3 implements AutoCloseable {
    private static final String MTIME = "x-amz-meta-mtime";

    private final HttpServer server;
    private final Map<String, Stored> objects = new ConcurrentSkipListMap<>();
    private final Map<Integer, byte[]> parts = new ConcurrentSkipListMap<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    /** What is answered in place of doing it: a status and a code, or empty. */
    volatile Function<String, String> refusal = _ -> "";
    /** What is stored of what is sent or copied. */
    volatile UnaryOperator<byte[]> stored = UnaryOperator.identity();
    /** What becomes of parts that are put together. */
    volatile UnaryOperator<byte[]> joined = UnaryOperator.identity();
    /** Whether an answer to what is written has checksums. */
    volatile boolean showsSums = true;

    record Stored(byte[] content, String tag, String modified) {}

    MemoryS3() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange);
            } catch (RuntimeException e) {
                throw new IOException(e);
            }
        });
        server.start();
        settings().forEach(System::setProperty);
    }

    private Map<String, String> settings() {
        return Map.of(
                "aws.endpointUrlS3", "http://127.0.0.1:" + server.getAddress().getPort(),
                "aws.accessKeyId", "key",
                "aws.secretAccessKey", "secret",
                "aws.configFile", "/dev/null",
                "aws.sharedCredentialsFile", "/dev/null");
    }

    byte[] content(String path) {
        return objects.get(path).content();
    }

    boolean has(String path) {
        return objects.containsKey(path);
    }

    void put(String path, byte[] content, String tag) {
        objects.put(path, new Stored(content, tag, "1600000000"));
    }

    private static String md5(byte[] data) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        String path = exchange.getRequestURI().getPath();
        boolean copies = exchange.getRequestHeaders().containsKey("x-amz-copy-source");
        String line = exchange.getRequestMethod() + " " + path + "?" + query + (copies ? " copy" : "");
        asked.add(line);
        byte[] body = exchange.getRequestBody().readAllBytes();
        String refused = refusal.apply(line);
        if (!refused.isEmpty()) {
            String[] words = refused.split(" ");
            send(exchange, Integer.parseInt(words[0]), "<Error><Code>" + words[1] + "</Code></Error>");
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> read(exchange, path, query);
            case "PUT" -> write(exchange, path, query, copies ? copied(exchange) : stored.apply(body));
            case "POST" -> upload(exchange, path, query);
            default -> {
                if (query.equals("null")) {
                    objects.remove(path);
                }
                send(exchange, 204, "");
            }
        }
    }

    private void read(HttpExchange exchange, String path, String query) throws IOException {
        if (query.contains("list-type")) {
            String prefix = query.replaceFirst(".*prefix=([^&]*).*", "$1");
            StringBuilder keys = new StringBuilder();
            objects.keySet().stream()
                    .map(one -> one.substring(one.indexOf('/', 1) + 1))
                    .filter(key -> path.equals("/bucket") && key.startsWith(prefix))
                    .forEach(key -> keys.append("<Contents><Key>").append(key).append("</Key></Contents>"));
            send(exchange, 200, "<ListBucketResult><IsTruncated>false</IsTruncated>" + keys + "</ListBucketResult>");
            return;
        }
        Stored stored = objects.get(path);
        if (stored == null) {
            send(exchange, 404, "");
            return;
        }
        exchange.getResponseHeaders().set("ETag", stored.tag());
        exchange.getResponseHeaders().set(MTIME, stored.modified());
        exchange.getResponseHeaders().set("Last-Modified", "Mon, 07 Jun 2021 08:09:10 GMT");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", "" + stored.content().length);
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, stored.content().length);
            exchange.getResponseBody().write(stored.content());
        }
    }

    private byte[] copied(HttpExchange exchange) {
        String from = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        return stored.apply(content(from.startsWith("/") ? from : "/" + from));
    }

    private void write(HttpExchange exchange, String path, String query, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("ETag", showsSums ? "\"" + md5(body) + "\"" : "\"opaque\"");
        String sum = exchange.getRequestHeaders().getFirst("x-amz-checksum-sha256");
        if (sum != null && showsSums) {
            exchange.getResponseHeaders().set("x-amz-checksum-sha256", sum);
        }
        if (query.contains("partNumber")) {
            parts.put(Integer.valueOf(query.replaceFirst(".*partNumber=(\\d+).*", "$1")), body);
        } else {
            String modified = exchange.getRequestHeaders().getFirst(MTIME);
            objects.put(path, new Stored(body, "\"" + md5(body) + "\"", modified == null ? "1600000000" : modified));
        }
        send(exchange, 200, exchange.getRequestHeaders().containsKey("x-amz-copy-source") ? "<CopyObjectResult/>" : "");
    }

    private void upload(HttpExchange exchange, String path, String query) throws IOException {
        if (query.startsWith("uploads")) {
            parts.clear();
            send(
                    exchange,
                    200,
                    "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>");
            return;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteArrayOutputStream sums = new ByteArrayOutputStream();
        for (byte[] part : new TreeMap<>(parts).values()) {
            all.write(part);
            sums.write(HexFormat.of().parseHex(md5(part)));
        }
        String tag = "\"" + md5(sums.toByteArray()) + "-" + parts.size() + "\"";
        objects.put(path, new Stored(joined.apply(all.toByteArray()), tag, "1600000000"));
        send(
                exchange,
                200,
                "<CompleteMultipartUploadResult><ETag>" + tag.replace("\"", "&quot;")
                        + "</ETag></CompleteMultipartUploadResult>");
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
        if (!head && bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        settings().keySet().forEach(System::clearProperty);
    }
}
