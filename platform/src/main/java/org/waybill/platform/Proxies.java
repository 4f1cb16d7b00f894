package org.waybill.platform;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that the environment names, in the variables that curl, wget and Go programs read: {@code http_proxy},
 * {@code https_proxy}, {@code all_proxy} for the rest, and {@code no_proxy}; in capitals too. This machine's own
 * addresses are never behind one (decision 0274).
 *
 * @param variables by lower-case name, without empty ones
 */
public record Proxies(Map<String, String> variables) {
    public static final Proxies NONE = new Proxies(Map.of());

    private static final String ALL = "all_proxy";
    private static final String EXCEPT = "no_proxy";

    /** How a proxy is spoken to. */
    public enum Kind {
        /** Requests for {@code http}, CONNECT for the rest (RFC 9110, sections 7.6 and 9.3.6). */
        HTTP("http://", 80),
        /** RFC 1928. */
        SOCKS5("socks5://", 1080);

        private final String start;
        private final int usualPort;

        Kind(String start, int usualPort) {
            this.start = start;
            this.usualPort = usualPort;
        }

        /** What a URL of such a proxy begins with. */
        public String start() {
            return start;
        }
    }

    /**
     * A proxy.
     *
     * @param variable that names it
     * @param user null where none is named
     */
    public record Server(
            Kind kind,
            String host,
            int port,
            @Nullable String user,
            @Nullable String password,
            String variable) {
        /** For messages, without the password. */
        @Override
        public String toString() {
            return kind.start + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + " (" + variable + ")";
        }
    }

    /** What a process's environment says. */
    public static Proxies of(Map<String, String> environment) {
        Map<String, String> found = new HashMap<>();
        for (String name : List.of("http_proxy", "https_proxy", ALL, EXCEPT)) {
            Stream.of(environment.getOrDefault(name, ""), environment.getOrDefault(name.toUpperCase(Locale.ROOT), ""))
                    .map(String::strip)
                    .filter(value -> !value.isEmpty())
                    .findFirst()
                    .ifPresent(value -> found.put(name, value));
        }
        return found.isEmpty() ? NONE : new Proxies(Map.copyOf(found));
    }

    /**
     * The proxy in front of a server, empty for none.
     *
     * @param scheme {@code http}, {@code https}, or anything else
     * @throws IllegalArgumentException with a line for the user, where the variable names no proxy
     */
    public Optional<Server> before(String scheme, String host, int port) {
        String own = scheme.toLowerCase(Locale.ROOT) + "_proxy";
        String variable = variables.containsKey(own) ? own : ALL;
        String value = variables.get(variable);
        return value == null || isExempt(host.toLowerCase(Locale.ROOT), port)
                ? Optional.empty()
                : Optional.of(parse(variable, value));
    }

    private boolean isExempt(String host, int port) {
        if (host.equals("localhost") || host.startsWith("127.") || host.equals("::1") || host.equals("[::1]")) {
            return true;
        }
        for (String entry :
                variables.getOrDefault(EXCEPT, "").toLowerCase(Locale.ROOT).split("[,\\s]+")) {
            int colon = entry.lastIndexOf(':');
            boolean ported = colon > 0 && entry.indexOf(':') == colon;
            String name = (ported ? entry.substring(0, colon) : entry).replaceFirst("^\\*?\\.", "");
            boolean matches = entry.equals("*")
                    || !name.isEmpty() && (host.equals(name) || host.endsWith("." + name) || isWithin(host, name));
            if (matches && (!ported || entry.substring(colon + 1).equals(String.valueOf(port)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether an IPv4 address is in a range such as {@code 10.0.0.0/8}. */
    private static boolean isWithin(String host, String range) {
        int slash = range.indexOf('/');
        if (slash < 0 || !host.matches("[0-9.]+") || !range.substring(slash + 1).matches("[0-9]{1,2}")) {
            return false;
        }
        int bits = Integer.parseInt(range.substring(slash + 1));
        long mask = bits == 0 ? 0 : -1L << 32 - Math.min(bits, 32);
        Optional<Long> one = number(host);
        Optional<Long> other = number(range.substring(0, slash));
        return one.isPresent() && other.isPresent() && (one.get() & mask) == (other.get() & mask);
    }

    private static Optional<Long> number(String address) {
        String[] parts = address.split("\\.", -1);
        long number = 0;
        for (String part : parts) {
            if (parts.length != 4 || !part.matches("[0-9]{1,3}") || Integer.parseInt(part) > 255) {
                return Optional.empty();
            }
            number = number << 8 | Integer.parseInt(part);
        }
        return Optional.of(number);
    }

    private static Server parse(String variable, String value) {
        URI url;
        try {
            url = URI.create(value.contains("://") ? value : "http://" + value);
        } catch (IllegalArgumentException e) {
            throw wrong(variable, e);
        }
        // socks5h means that the proxy looks names up, as it always does here
        String start = (url.getScheme() + "://").toLowerCase(Locale.ROOT).replaceFirst("^socks(5h)?:", "socks5:");
        Kind kind = Stream.of(Kind.values())
                .filter(one -> one.start.equals(start))
                .findFirst()
                .orElseThrow(() -> wrong(variable, null));
        String host = url.getHost();
        if (host == null) {
            throw wrong(variable, null);
        }
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        String[] login = String.valueOf(url.getRawUserInfo()).split(":", 2);
        boolean named = url.getRawUserInfo() != null;
        return new Server(
                kind,
                plain,
                url.getPort() > 0 ? url.getPort() : kind.usualPort,
                named ? decoded(login[0]) : null,
                named && login.length > 1 ? decoded(login[1]) : null,
                variable);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The value may hold a password: it is not shown. */
    private static IllegalArgumentException wrong(String variable, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "invalid proxy in the environment variable " + variable
                        + ": expected http://[USER:PASSWORD@]HOST:PORT or socks5://HOST:PORT",
                cause);
    }

    /** For the JDK's own clients, which go through HTTP proxies that require no password. */
    public ProxySelector selector() {
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                Optional<Server> server;
                try {
                    int port = uri.getPort() > 0 ? uri.getPort() : uri.toURL().getDefaultPort();
                    server = before(String.valueOf(uri.getScheme()), String.valueOf(uri.getHost()), port);
                } catch (IllegalArgumentException | MalformedURLException _) {
                    server = Optional.empty();
                }
                return List.of(server.filter(one -> one.kind() == Kind.HTTP)
                        .map(one ->
                                new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(one.host(), one.port())))
                        .orElse(Proxy.NO_PROXY));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                // the caller says it
            }
        };
    }
}
