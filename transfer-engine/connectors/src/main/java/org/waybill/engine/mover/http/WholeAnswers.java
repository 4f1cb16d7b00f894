package org.waybill.engine.mover.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.waybill.engine.Quietly;
import org.waybill.engine.Reason;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.platform.Proxies;
import org.waybill.protocol.WebUrls;

/**
 * Downloads, each over a connection of its own that is read to its very end: a server that sends more than it announced
 * is found out, where the JDK's client leaves the rest on the connection without a word. Other requests too to a host
 * whose first address is dead: the JDK's client tries no other. Several threads may use it.
 */
final class WholeAnswers implements AutoCloseable {
    private static final int CONNECT_MILLIS = 15_000;
    private static final int SILENCE_MILLIS = 90_000;
    private static final int BUFFER_BYTES = 64 << 10;

    private final SSLContext context;
    private final Proxies proxies;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param context for {@code https}, where the first server or one that it redirects to speaks that */
    WholeAnswers(SSLContext context, Proxies proxies) {
        this.context = context;
        this.proxies = proxies;
    }

    /** The proxy in front of a server. */
    private Optional<Proxies.Server> proxy(URI uri) throws IOException {
        try {
            return proxies.before(uri.getScheme(), unbracketed(uri.getHost()), WebUrls.port(uri));
        } catch (IllegalArgumentException e) {
            throw new ProxySockets.ProxyException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Sends a request; the receiver of the answer closes its body. */
    HttpResponse<InputStream> send(HttpRequest request) throws IOException {
        return send(request, SILENCE_MILLIS);
    }

    /** The same to a server that may be silent for so long. */
    HttpResponse<InputStream> send(HttpRequest request, int silenceMillis) throws IOException {
        Optional<Proxies.Server> proxy = proxy(request.uri());
        // the proxy makes the request then, and not a connection
        Optional<Proxies.Server> asked =
                proxy.filter(one -> one.kind() == Proxies.Kind.HTTP && !WebUrls.isEncrypted(request.uri()));
        Socket socket = connect(request.uri(), proxy, asked.isPresent());
        try {
            socket.setSoTimeout(silenceMillis);
            OutputStream out = socket.getOutputStream();
            out.write(head(request, asked).getBytes(StandardCharsets.ISO_8859_1));
            try {
                RequestBody.write(request, out);
            } catch (SocketException _) {
                // it may have answered and hung up before it had all
            }
            HttpAnswer answer = HttpAnswer.read(
                    request,
                    new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES),
                    () -> close(socket),
                    socket::setSoTimeout);
            if (asked.isPresent()) {
                checkProxy(asked.get(), answer);
            }
            return answer;
        } catch (Throwable e) {
            close(socket);
            throw e;
        }
    }

    /** An answer that is the proxy's own, as far as that can be known. */
    private static void checkProxy(Proxies.Server proxy, HttpResponse<InputStream> answer) throws IOException {
        int status = answer.statusCode();
        if (status == 407) {
            throw ProxySockets.refusedLogIn(proxy);
        } else if (status == 502 || status == 503 || status == 504) {
            throw new ProxySockets.ProxyException(
                    Reason.UNREACHABLE,
                    "the proxy " + proxy + " does not lead to "
                            + answer.request().uri().getRawAuthority() + ": it answers " + status,
                    null);
        }
    }

    /**
     * Whether a server, or the proxy in front of it, answers a connection, or refuses it. Not where no name server
     * answers, or this machine has no network: what was sent does not arrive then either.
     */
    boolean isReachable(URI uri) {
        AtomicBoolean refused = new AtomicBoolean();
        try {
            Optional<Proxies.Server> proxy = proxy(uri);
            String host = proxy.map(Proxies.Server::host).orElseGet(() -> unbracketed(uri.getHost()));
            int port = proxy.map(Proxies.Server::port).orElseGet(() -> WebUrls.port(uri));
            HostAddresses.connect(host, port, CONNECT_MILLIS, (address, millis) -> {
                        try {
                            return HostAddresses.connected(new Socket(), address, millis);
                        } catch (ConnectException e) {
                            // the kernel's own limit, where it is the shorter one, is no refusal
                            refused.compareAndSet(
                                    false, !String.valueOf(e.getMessage()).contains("timed out"));
                            throw e;
                        }
                    })
                    .close();
            return true;
        } catch (IOException _) {
            return refused.get();
        }
    }

    private static String head(HttpRequest request, Optional<Proxies.Server> proxy) {
        URI uri = request.uri();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String server = proxy.isEmpty() ? "" : uri.getScheme() + "://" + uri.getRawAuthority();
        StringBuilder head =
                new StringBuilder(request.method() + " " + server + path + query + " HTTP/1.1\r\nHost: " + uri.getHost()
                        + (uri.getPort() < 0 || uri.getPort() == WebUrls.usualPort(uri) ? "" : ":" + uri.getPort())
                        + "\r\nUser-Agent: waybill\r\nConnection: close\r\n");
        request.headers()
                .map()
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        proxy.map(ProxySockets::authorization)
                .ifPresent(login ->
                        head.append("Proxy-Authorization: ").append(login).append("\r\n"));
        RequestBody.head(request).ifPresent(line -> head.append(line).append("\r\n"));
        return head.append("\r\n").toString();
    }

    private Socket connect(URI uri, Optional<Proxies.Server> proxy, boolean asked) throws IOException {
        int port = WebUrls.port(uri);
        Socket plain = proxy.isEmpty()
                ? direct(uri, port)
                : register(
                        asked
                                ? ProxySockets.open(proxy.get(), Socket::new, CONNECT_MILLIS)
                                : ProxySockets.through(
                                        proxy.get(), Socket::new, unbracketed(uri.getHost()), port, CONNECT_MILLIS));
        try {
            plain.setSoTimeout(SILENCE_MILLIS);
            return WebUrls.isEncrypted(uri) ? encrypted(plain, uri.getHost(), port) : checked(plain);
        } catch (IOException e) {
            close(plain);
            throw e;
        }
    }

    private Socket register(Socket socket) throws IOException {
        open.add(socket);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private Socket direct(URI uri, int port) throws IOException {
        return HostAddresses.connect(unbracketed(uri.getHost()), port, CONNECT_MILLIS, (address, millis) -> {
            Socket socket = new Socket();
            open.add(socket);
            try {
                socket.setTcpNoDelay(true);
                return HostAddresses.connected(socket, address, millis);
            } catch (IOException e) {
                close(socket);
                throw e;
            }
        });
    }

    static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private Socket encrypted(Socket plain, String host, int port) throws IOException {
        SSLSocket socket = TlsTrust.over(plain, context, unbracketed(host), port);
        open.add(socket);
        open.remove(plain);
        try {
            socket.startHandshake();
            return checked(socket);
        } catch (Throwable e) {
            close(socket);
            throw e;
        }
    }

    private Socket checked(Socket socket) throws IOException {
        if (closed) {
            close(socket);
            throw new IOException("closed");
        }
        return socket;
    }

    private void close(Socket socket) {
        open.remove(socket);
        // it may be gone already
        Quietly.close(socket);
    }

    /** Breaks what is under way. */
    @Override
    public void close() {
        closed = true;
        open.forEach(this::close);
    }
}
