package org.waybill.cli.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** The protocol by HTTP ("streamable HTTP" without streams): a POST for each message, answered in JSON. */
final class HttpToolServer implements AutoCloseable {
    static final String PATH = "/mcp";

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int TOO_LARGE = 413;
    private static final int NOT_JSON = 415;

    private final HttpServer server;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final MessageHandler messages;
    private final HttpAccess access;

    /** @param access by the port that the server got */
    private HttpToolServer(HttpServer server, MessageHandler messages, HttpAccess access) {
        this.server = server;
        this.messages = messages;
        this.access = access;
    }

    static HttpToolServer start(InetSocketAddress at, MessageHandler messages, IntFunction<HttpAccess> access)
            throws IOException {
        // read when the first server is made: who sends no request, or half of one, is not waited for
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "64");
        HttpServer server = HttpServer.create(at, 0);
        HttpToolServer serving = new HttpToolServer(
                server, messages, access.apply(server.getAddress().getPort()));
        server.setExecutor(serving.calls);
        server.createContext("/", serving::handle);
        server.start();
        return serving;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int refused = access.refusal(exchange.getRequestHeaders());
            if (refused != 0) {
                if (refused == HttpAccess.UNAUTHORIZED) {
                    exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                }
                exchange.sendResponseHeaders(refused, -1);
            } else if (!PATH.equals(exchange.getRequestURI().getPath())) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!exchange.getRequestMethod().equals("POST")) {
                exchange.getResponseHeaders().set("Allow", "POST");
                exchange.sendResponseHeaders(WRONG_METHOD, -1);
            } else if (!isJson(exchange)) {
                exchange.sendResponseHeaders(NOT_JSON, -1);
            } else {
                answer(exchange);
            }
        }
    }

    private static boolean isJson(HttpExchange exchange) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MessageHandler.MOST_BYTES + 1);
        if (body.length > MessageHandler.MOST_BYTES) {
            exchange.sendResponseHeaders(TOO_LARGE, -1);
            return;
        }
        try {
            Optional<String> answer = messages.answer(new String(body, StandardCharsets.UTF_8));
            if (answer.isPresent()) {
                send(exchange, OK, answer.get());
            } else {
                exchange.sendResponseHeaders(ACCEPTED, -1);
            }
        } catch (MessageHandler.Malformed _) {
            send(exchange, BAD_REQUEST, MessageHandler.PARSE_ERROR);
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        calls.shutdownNow();
    }
}
