package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** Servers that make other names of those that they are given: no two files become one without a word. */
@Timeout(60)
class AlteredNamesTest {
    private static final List<String> NAMES = List.of(
            "A",
            "a",
            "ab",
            "a\u0001b",
            "a\u007fb",
            "x",
            "x.",
            "y",
            "y ",
            " y",
            "n\u0303",
            "\u00f1",
            "a%41",
            "aA",
            "\u00e9",
            "?",
            "_",
            "a:b",
            "a_b",
            "L".repeat(150) + "1",
            "L".repeat(150) + "2",
            "Dir/f",
            "dir/f",
            "dir/sub/g",
            "plain.txt",
            "d\u0001ir2/h",
            "dir2/h",
            "di\u00e4r3/i");

    @TempDir
    private Path here;

    private enum Server {
        KEEPS(name -> name, true),
        TAKES_CASES_FOR_THE_SAME(name -> name.toLowerCase(Locale.ROOT), true),
        LOWERS(name -> name.toLowerCase(Locale.ROOT), false),
        DROPS_CONTROLS(name -> name.replaceAll("\\p{Cntrl}", ""), false),
        DROPS_ALL_BUT_ASCII(name -> name.replaceAll("[^ -~]", ""), false),
        REPLACES(name -> name.replaceAll("[^ -~]", "?"), false),
        REPLACES_LIKE_WINDOWS(name -> name.replaceAll("[?:*|<>\"]", "_").replaceAll("[. ]+$", ""), false),
        STRIPS(String::strip, false),
        CUTS(name -> name.length() <= 143 ? name : name.substring(0, 143), false),
        COMPOSES(name -> Normalizer.normalize(name, Normalizer.Form.NFC), false),
        DECOMPOSES(name -> Normalizer.normalize(name, Normalizer.Form.NFD), false),
        DECODES_TWICE(name -> name.replace("%41", "A"), false);

        private final UnaryOperator<String> key;
        private final boolean showsWhatWasGiven;

        Server(UnaryOperator<String> key, boolean showsWhatWasGiven) {
            this.key = key;
            this.showsWhatWasGiven = showsWhatWasGiven;
        }
    }

    /** What a server has: a file, or a directory of more. */
    private record Node(String shown, byte @Nullable [] content, Map<String, Node> below) {}

    @ParameterizedTest
    @EnumSource
    void everyFileIsThereUnderItsNameOrIsNamedAsMissing(Server kind) throws Exception {
        Path tree = here.resolve("tree");
        for (String name : NAMES) {
            Files.createDirectories(tree.resolve(name).getParent());
            Files.writeString(tree.resolve(name), "content of " + name);
        }
        try (DavServer server = new DavServer(kind)) {
            for (int round = 0; round < 2; round++) {
                Set<String> missing = move(tree, server.location("/copy"));
                for (String name : NAMES) {
                    assertThat(missing.contains(name) || server.shows("copy/" + name, "content of " + name))
                            .as("round %d: %s", round, name)
                            .isTrue();
                }
                assertThat(missing).as("names that every server keeps").doesNotContain("plain.txt");
                if (kind == Server.KEEPS) {
                    assertThat(missing).isEmpty();
                } else {
                    assertThat(missing).isNotEmpty();
                }
            }
        }
    }

    @Test
    void aSingleFileDoesNotTakeThePlaceOfAnother() throws Exception {
        try (DavServer server = new DavServer(Server.TAKES_CASES_FOR_THE_SAME)) {
            assertThat(move(write("README"), server.location("/"))).isEmpty();
            assertThat(move(write("ReadMe"), server.location("/"))).containsExactly("ReadMe");
            assertThat(server.shows("README", "content of README")).isTrue();
            assertThat(move(write("README"), server.location("/"))).isEmpty();
        }
    }

    private Path write(String name) throws IOException {
        return Files.writeString(here.resolve(name), "content of " + name);
    }

    private static Set<String> move(Path source, Location target) throws Exception {
        Mover mover = TestMovers.named("http", new TestCredentials());
        try {
            mover.move(TransferRequest.of(Location.local(source.toString()), target), TransferListener.NONE);
            return Set.of();
        } catch (TransferException e) {
            return e.notTransferred().stream().map(NotTransferred::path).collect(Collectors.toSet());
        }
    }

    /** WebDAV in memory. */
    private static final class DavServer implements AutoCloseable {
        private final Server kind;
        private final Node root = new Node("", null, new TreeMap<>());
        private final HttpServer server;

        DavServer(Server kind) throws IOException {
            this.kind = kind;
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
        }

        Location location(String path) {
            return new Location("dav", null, "127.0.0.1", server.getAddress().getPort(), path);
        }

        synchronized boolean shows(String path, String content) {
            Node at = root;
            for (String name : path.split("/")) {
                at = at.below().values().stream()
                        .filter(one -> one.shown().equals(name))
                        .findFirst()
                        .orElse(null);
                if (at == null) {
                    return false;
                }
            }
            return at.content() != null && new String(at.content(), StandardCharsets.UTF_8).equals(content);
        }

        private @Nullable Node find(List<String> names) {
            Node at = root;
            for (String name : names) {
                at = at == null ? null : at.below().get(kind.key.apply(name));
            }
            return at;
        }

        private boolean put(List<String> names, Node what) {
            Node parent = find(names.subList(0, names.size() - 1));
            if (parent == null) {
                return false;
            }
            String key = kind.key.apply(names.getLast());
            Node old = parent.below().get(key);
            String shown = !kind.showsWhatWasGiven ? key : old != null ? old.shown() : names.getLast();
            parent.below().put(key, new Node(shown, what.content(), what.below()));
            return true;
        }

        private static List<String> names(URI address) {
            return Stream.of(address.getRawPath().split("/"))
                    .filter(part -> !part.isEmpty())
                    .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
        }

        private synchronized void answer(HttpExchange exchange) throws IOException {
            byte[] sent = exchange.getRequestBody().readAllBytes();
            List<String> names = names(exchange.getRequestURI());
            Node there = find(names);
            byte[] body = new byte[0];
            int status = 201;
            switch (exchange.getRequestMethod()) {
                case "PUT" -> status = put(names, new Node("", sent, Map.of())) ? 201 : 409;
                case "MKCOL" ->
                    status = there != null ? 405 : put(names, new Node("", null, new TreeMap<>())) ? 201 : 409;
                case "MOVE" -> {
                    Node parent = find(names.subList(0, names.size() - 1));
                    status = there == null || parent == null ? 404 : 201;
                    if (status == 201) {
                        parent.below().remove(kind.key.apply(names.getLast()));
                        put(names(URI.create(exchange.getRequestHeaders().getFirst("Destination"))), there);
                    }
                }
                case "DELETE" -> status = there == null ? 404 : 204;
                case "PROPFIND" -> {
                    status = there == null ? 404 : 207;
                    body = there == null ? body : listing(exchange, there).getBytes(StandardCharsets.UTF_8);
                }
                case "GET" -> {
                    status = there == null || there.content() == null ? 404 : 200;
                    body = status == 200 ? there.content() : body;
                }
                default -> status = 200;
            }
            exchange.getResponseHeaders().set("DAV", "1");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }

        private static String listing(HttpExchange exchange, Node there) {
            String address = exchange.getRequestURI().getRawPath();
            List<String> entries = new ArrayList<>(List.of(entry(address, there)));
            boolean deep = "1".equals(exchange.getRequestHeaders().getFirst("Depth"));
            (deep ? there.below().values() : Collections.<Node>emptyList())
                    .forEach(one -> entries.add(
                            entry(address + (address.endsWith("/") ? "" : "/") + encoded(one.shown()), one)));
            return "<D:multistatus xmlns:D=\"DAV:\">" + String.join("", entries) + "</D:multistatus>";
        }

        private static String entry(String address, Node node) {
            byte[] content = node.content();
            return "<D:response><D:href>" + address + "</D:href><D:propstat><D:prop>"
                    + (content == null
                            ? "<D:resourcetype><D:collection/></D:resourcetype>"
                            : "<D:getcontentlength>" + content.length + "</D:getcontentlength>")
                    + "</D:prop></D:propstat></D:response>";
        }

        private static String encoded(String name) {
            StringBuilder text = new StringBuilder();
            for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
                text.append(String.format("%%%02X", one));
            }
            return text.toString();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
