package org.waybill.service.provision;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.SystemAccess;

/** An HTTP server on loopback that plays another party's system, and keeps what it was sent. */
public final class StubServer implements AutoCloseable {
    /** What came in. */
    public record Request(String method, String path, Map<String, List<String>> headers, byte[] body) {}

    /** What goes out. */
    public record Answer(int status, String type, byte[] body) {}

    /** How the system answers. */
    public interface Behaviour {
        Answer answer(Request request) throws IOException;
    }

    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    public StubServer(Behaviour behaviour) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> serve(exchange, behaviour));
        server.start();
    }

    private void serve(HttpExchange exchange, Behaviour behaviour) throws IOException {
        Request request = new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody().readAllBytes());
        requests.add(request);
        Answer answer;
        try {
            answer = behaviour.answer(request);
        } catch (AssertionError | RuntimeException broken) {
            answer = new Answer(599, "text/plain", String.valueOf(broken).getBytes());
            broken.printStackTrace();
        }
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        if (answer.status() / 100 == 3) {
            exchange.getResponseHeaders().set("Location", "http://elsewhere.example/");
        }
        exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer.body());
        }
        exchange.close();
    }

    public List<Request> requests() {
        return requests;
    }

    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    public ProvisioningHttpClient exchange(String path, Map<String, String> settings) {
        return new ProvisioningHttpClient(new SystemAccess("Stub", url(path), settings));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
