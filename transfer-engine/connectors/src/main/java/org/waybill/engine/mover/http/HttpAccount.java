package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import org.waybill.engine.Causes;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.driver.LargePackets;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.platform.HostRules;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.WebUrls;

/**
 * One server, one user: makes requests and follows redirections, without ever taking the password or token to another
 * host.
 */
final class HttpAccount {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(90);
    private static final int MOST_REDIRECTIONS = 5;
    /** Where a redirection may lead; empty for anywhere. */
    private static final Optional<HostRules> ALLOWED_HOSTS = HostRules.of(System.getenv());

    private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
    /** Those that only ask. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "PROPFIND");
    /** What servers answer that require a certificate. */
    private static final Set<Integer> REFUSALS = Set.of(400, 401, 403);

    private final Location location;
    private final Credentials credentials;
    private final StoreProvider.Events events;
    /** For a server without TLS too: it may send us to one with it. */
    private final TlsTrust tls;

    private final Protocol protocol;
    private final int port;
    /** The first of the host's addresses, the only one that the JDK's client tries; its packets are never small. */
    private volatile boolean firstIsDead;

    private final HttpLogIn logIn;

    private HttpAccount(Location location, Credentials credentials, StoreProvider.Events events, boolean encrypted)
            throws TransferException {
        this.location = location;
        this.credentials = credentials;
        this.events = events;
        this.protocol = encrypted ? Protocol.HTTPS : Protocol.HTTP;
        this.port = location.port() != 0 ? location.port() : protocol.defaultPort();
        this.tls = TlsTrust.of(
                credentials,
                null,
                0,
                new UserCertificate(
                        credentials,
                        Protocol.HTTPS.scheme(),
                        location.host(),
                        encrypted ? port : Protocol.HTTPS.defaultPort()));
        this.logIn = new HttpLogIn(location, uri("/"), label(), credentials, events);
    }

    static HttpAccount of(Location location, Credentials credentials, StoreProvider.Events events)
            throws TransferException {
        boolean encrypted = Protection.of(location.scheme()) == Protection.ENCRYPTED;
        HttpAccount account = new HttpAccount(location, credentials, events, encrypted);
        if (!encrypted) {
            events.tell(
                    "NOT_ENCRYPTED",
                    "the connection to " + account.label() + " is not encrypted: data"
                            + (location.user() == null ? "" : " and password") + " can be read on the way");
        }
        return account;
    }

    boolean isEncrypted() {
        return protocol.equals(Protocol.HTTPS);
    }

    /** As the user named it: neither with another scheme nor with a port that nobody wrote. */
    String label() {
        String host = location.host();
        return location.scheme() + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                + (location.port() == 0 ? "" : ":" + port);
    }

    String host() {
        return location.host();
    }

    /** What an exception of this server's means. */
    TransferException failure(Exception cause, String path) {
        TransferException failure =
                HttpFailures.explain(cause, label(), host(), tls.own().account(), path);
        if (failure.equals(cause)) {
            return failure;
        }
        int status = HttpFailures.status(cause);
        if (!REFUSALS.contains(status)) {
            return tls.own().problem().orElse(failure);
        }
        if (tls.own().isMissing()) {
            return tls.own()
                    .problem()
                    .orElseGet(() -> TlsTrust.noCertificate(label(), tls.own().account(), cause));
        }
        Optional<String> noToken = logIn.noToken();
        if (noToken.isPresent()) {
            return new TransferException(Reason.AUTHENTICATION, failure.getMessage() + "; " + noToken.get(), cause);
        }
        return tls.own()
                .problem()
                .orElseGet(() ->
                        new TransferException(failure.reason(), failure.getMessage() + logIn.advice(status), cause));
    }

    void tell(String code, String text) {
        events.tell(code, text);
    }

    /** What goes along with requests to this server alone. */
    HttpLogIn logIn() {
        return logIn;
    }

    /** Whether its name means this machine to this machine, and another one to others. */
    boolean isOnThisMachine() {
        return isHere(uri("/"));
    }

    URI uri(String path) {
        return HttpPath.uri(protocol.scheme(), location.host(), port, path);
    }

    HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .sslContext(tls.newContext())
                .sslParameters(TlsTrust.checkingNames(new SSLParameters()))
                .build();
    }

    /** For what the JDK's client leaves undone. */
    WholeAnswers newConnections() {
        return new WholeAnswers(tls.newContext(), credentials.proxies());
    }

    /** A request without a body, answered in reasonable time. */
    HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(ANSWER_TIMEOUT)
                .method(method, HttpRequest.BodyPublishers.noBody());
    }

    /** One question and its answer. */
    @FunctionalInterface
    interface Exchange {
        HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException;
    }

    /**
     * Sends a request and follows where it is pointed to; the caller closes the body.
     *
     * @param others tries a host's other addresses too, over more connections
     */
    HttpResponse<InputStream> send(HttpClient client, WholeAnswers others, HttpRequest.Builder request)
            throws IOException, InterruptedException, TransferException {
        return send(
                one -> {
                    if (!firstIsDead && !isProxied(one.uri()) && !LargePackets.areAvoided(location.host())) {
                        try {
                            return exchange(client, one);
                        } catch (HttpConnectTimeoutException e) {
                            if (HostAddresses.of(WholeAnswers.unbracketed(
                                                    one.uri().getHost()))
                                            .size()
                                    < 2) {
                                throw e;
                            }
                            firstIsDead = sameServer(uri("/"), one.uri());
                        } catch (ConnectException _) {
                            // of a single address too: the JDK's client does not report what was wrong
                            firstIsDead = sameServer(uri("/"), one.uri());
                        }
                    }
                    return others.send(one);
                },
                request);
    }

    /**
     * Whether the JDK's client, which speaks to few proxies, is of no use; a variable that is wrong is reported later.
     */
    private boolean isProxied(URI uri) {
        try {
            return credentials
                    .proxies()
                    .before(uri.getScheme(), WholeAnswers.unbracketed(uri.getHost()), WebUrls.port(uri))
                    .isPresent();
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    /** The same by other means. */
    HttpResponse<InputStream> send(Exchange exchange, HttpRequest.Builder request)
            throws IOException, InterruptedException, TransferException {
        URI first = request.build().uri();
        URI at = first;
        for (int i = 0; i <= MOST_REDIRECTIONS; i++) {
            HttpRequest.Builder next = request.copy().uri(at);
            if (sameServer(first, at)) {
                logIn.authorize(next);
            }
            HttpResponse<InputStream> response = exchange(exchange, next.build(), first);
            String target = response.headers().firstValue("Location").orElse("");
            if (!REDIRECTIONS.contains(response.statusCode())
                    || target.isEmpty()
                    || response.request().method().equals("PUT")) {
                return response;
            }
            boolean followed = false;
            try {
                URI to = checked(response.request().method(), at, target);
                if (isOnlySlash(at, to)) {
                    followed = true;
                    return response;
                }
                at = to;
            } finally {
                if (!followed) {
                    response.body().close();
                }
            }
        }
        throw new TransferException(Reason.BAD_INPUT, label() + " redirects in circles");
    }

    private static HttpResponse<InputStream> exchange(Exchange exchange, HttpRequest request, URI first)
            throws IOException, InterruptedException, TransferException {
        try {
            return exchange.send(request);
        } catch (IOException e) {
            CertificateException fault = Causes.find(CertificateException.class, e);
            if (fault == null || sameServer(first, request.uri())) {
                throw e;
            }
            throw TlsTrust.refusal(
                    request.uri().getScheme() + "://" + request.uri().getRawAuthority(), fault, e);
        }
    }

    /** The JDK's client lets an answer's length that is not a number through as a failure of its own. */
    private static HttpResponse<InputStream> exchange(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("not an HTTP response: " + e.getMessage());
        }
    }

    /** A directory's address lacks its slash: not a redirection elsewhere. */
    private static boolean isOnlySlash(URI at, URI to) {
        return to.getRawPath().equals(at.getRawPath() + "/");
    }

    /**
     * Where a redirection leads: to HTTP and nothing else, never to less security, with what changes something never to
     * another server, and never from a server elsewhere to one on this machine; in a task of a service only to its hosts.
     */
    private URI checked(String method, URI from, String target) throws TransferException {
        URI to;
        try {
            to = from.resolve(URI.create(target));
        } catch (IllegalArgumentException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, label() + " redirects to an invalid address: " + StorePath.shown(target), e);
        }
        if (!WebUrls.isOne(to) || !Protection.of(to.getScheme()).keeps(Protection.of(from.getScheme()))) {
            throw new TransferException(
                    Reason.UNSAFE,
                    label() + " redirects to " + StorePath.shown(target)
                            + ", which is not encrypted or not HTTP; not followed");
        }
        if (!sameServer(from, to)) {
            String there = to.getScheme() + "://" + to.getAuthority();
            if (ALLOWED_HOSTS.filter(rules -> !rules.isListed(plainHost(to))).isPresent()) {
                throw new TransferException(
                        Reason.UNSAFE,
                        label() + " redirects to " + StorePath.shown(there)
                                + ", which this task may not connect to; not followed");
            }
            if (!SAFE_METHODS.contains(method) || (isHere(to) && !isHere(from))) {
                throw new TransferException(
                        Reason.UNSAFE,
                        label() + " redirects " + method + " to "
                                + StorePath.shown(there) + "; not followed"
                                + (SAFE_METHODS.contains(method)
                                        ? ": it is this machine"
                                        : ": only requests that change nothing follow a redirect"));
            }
            events.tell(
                    "REDIRECTED",
                    label() + " redirects to " + StorePath.shown(there) + "; followed"
                            + (logIn.hasUser() ? " without the password" : ""));
        }
        return to;
    }

    /** An IPv6 address without its brackets. */
    private static String plainHost(URI uri) {
        return uri.getHost().replaceAll("[\\[\\]]", "");
    }

    private static boolean sameServer(URI a, URI b) {
        return a.getScheme().equals(b.getScheme())
                && a.getHost().equalsIgnoreCase(b.getHost())
                && WebUrls.port(a) == WebUrls.port(b);
    }

    /** Whether a name means this machine; an unknown one means nothing. */
    private static boolean isHere(URI uri) {
        try {
            return Stream.of(InetAddress.getAllByName(uri.getHost()))
                    .anyMatch(address -> address.isLoopbackAddress() || address.isAnyLocalAddress());
        } catch (UnknownHostException _) {
            return false;
        }
    }

    /** Whether that answer is of a server of TLS to one who does not speak it, or shows no certificate. */
    boolean mayExplain400() {
        return location.is(Protocol.DAV) || tls.own().isMissing();
    }
}
