package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.mover.sftp.SshTrust;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestProxy;
import org.waybill.engine.testserver.WebServer;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Files behind proxies that the environment names. */
@Timeout(60)
class ProxiesTest {
    private static final String NAME = "files.example.org";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "http, http_proxy, http://",
        "http, all_proxy, socks5h://",
        "https, https_proxy, http://",
        "https, HTTPS_PROXY, socks5://",
        "https, all_proxy, ''"
    })
    void filesAreReadAndWrittenThroughAProxyWhichLooksTheNameUp(String scheme, String variable, String kind)
            throws Exception {
        Path root = Files.createDirectory(directory.resolve("www"));
        Files.writeString(root.resolve("old"), "old content");
        TestAuthority authority = TestAuthority.in(directory);
        try (WebServer server = scheme.equals("http")
                        ? WebServer.start(directory, root)
                        : WebServer.startTls(directory, root, authority.server(NAME));
                TestProxy proxy = new TestProxy("me:s3cret%")) {
            Credentials credentials = new TestCredentials()
                    .trust(authority.certificate())
                    .proxies(Proxies.of(
                            Map.of(variable, (kind.isEmpty() ? "http://" : kind) + "me:s3cret%25@" + proxy.at())));
            Location at = new Location(scheme, null, NAME, server.port(), "/");
            try (Store store = open(at, credentials)) {
                try (InputStream in = store.read("/old", 4)) {
                    assertThat(in).hasContent("content");
                }
                byte[] content = "new".getBytes(StandardCharsets.UTF_8);
                store.write("/new", 0, new ByteArrayInputStream(content), content.length);
                assertThat(store.stat("/new").orElseThrow().sizeBytes()).isEqualTo(3);
            }
            assertThat(root.resolve("new")).hasContent("new");
            assertThat(proxy.targets()).isNotEmpty().containsOnly(NAME + ":" + server.port());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "socks5://"})
    void sshGoesThroughOneToo(String kind) throws Exception {
        try (SshServer server = SshServer.start(directory);
                TestProxy proxy = new TestProxy(null)) {
            Path known = Files.writeString(
                    directory.resolve("known"),
                    "[" + NAME + "]:" + server.port() + " " + Files.readString(server.hostPublicKey()));
            Credentials credentials =
                    server.credentials().knownHosts(known).proxies(Proxies.of(Map.of("all_proxy", kind + proxy.at())));
            try (Store store = open(new Location("sftp", server.user(), NAME, server.port(), "."), credentials)) {
                assertThat(store.stat(known.toString())).isPresent();
            }
            assertThat(proxy.targets()).containsExactly(NAME + ":" + server.port());
        }
    }

    /** FTPS servers demand that data connections resume the TLS session of the control connection. */
    @ParameterizedTest
    @CsvSource({"ftp, http://", "ftp, socks5://", "ftps, http://", "ftps, socks5h://"})
    void ftpGoesThroughOneWithItsDataConnections(String scheme, String kind) throws Exception {
        Path root = Files.createDirectory(directory.resolve("ftp"));
        Files.writeString(root.resolve("old"), "old content");
        TestAuthority authority = TestAuthority.in(directory);
        try (FtpServer server = scheme.equals("ftp")
                        ? FtpServer.start(directory, root)
                        : FtpServer.startTls(
                                directory, root, authority.server(NAME), FtpServer.Option.REQUIRE_SESSION_REUSE);
                TestProxy proxy = new TestProxy("me:s3cret%")) {
            Credentials credentials = new TestCredentials()
                    .trust(authority.certificate())
                    .proxies(Proxies.of(Map.of("all_proxy", kind + "me:s3cret%25@" + proxy.at())));
            Location served = server.location("/");
            try (Store store =
                    open(new Location(scheme, served.user(), NAME, server.port(), served.path()), credentials)) {
                String base = StorePath.withoutTrailingSlash(served.path());
                try (InputStream in = store.read(base + "/old", 0)) {
                    assertThat(in).hasContent("old content");
                }
                byte[] content = "new".getBytes(StandardCharsets.UTF_8);
                store.write(base + "/new", 0, new ByteArrayInputStream(content), content.length);
                assertThat(store.list(served.path())).hasSize(2);
            }
            assertThat(root.resolve("new")).hasContent("new");
            assertThat(proxy.targets())
                    .hasSizeGreaterThan(3)
                    .allSatisfy(target -> assertThat(target).startsWith(NAME + ":"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "socks5://"})
    void gridFtpGoesThroughOneOverConnectionsThatThisMachineOpens(String kind) throws Exception {
        Path root = Files.createDirectory(directory.resolve("grid"));
        try (GridFtpServer server = GridFtpServer.start(directory, root);
                TestProxy proxy = new TestProxy("me:s3cret%")) {
            Files.writeString(root.resolve("old"), "old content");
            Credentials credentials =
                    new TestCredentials().proxies(Proxies.of(Map.of("all_proxy", kind + "me:s3cret%25@" + proxy.at())));
            try (Store store = open(new Location("gsiftp", null, NAME, server.port(), root + "/"), credentials)) {
                try (InputStream in = store.read(root + "/old", 0)) {
                    assertThat(in).hasContent("old content");
                }
                byte[] content = "new".getBytes(StandardCharsets.UTF_8);
                store.write(root + "/new", 0, new ByteArrayInputStream(content), content.length);
                assertThat(store.list(root.toString())).hasSize(2);
            }
            assertThat(root.resolve("new")).hasContent("new");
            assertThat(proxy.targets())
                    .hasSizeGreaterThan(3)
                    .allSatisfy(target -> assertThat(target).startsWith(NAME + ":"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "socks5://"})
    void nodesAreReachedThroughOneAlsoByDataConnections(String kind) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory);
                TestProxy proxy = new TestProxy("me:s3cret%")) {
            Path source = engine.file("source", 3_000_000, 1);
            int port = engine.node.address().getPort();
            Location node = new Location("waybill", null, NAME, port, "/copy");
            Proxies proxies = Proxies.of(Map.of("all_proxy", kind + "me:s3cret%25@" + proxy.at()));
            TransferClient client = new TransferClient(engine.home, AddressLookup.through(proxies), new byte[0]);
            TransferClient.Options two =
                    new TransferClient.Options(new DataOptions(2, 0, TransferRequest.Verify.SHA256), new byte[0]);
            client.push(
                            SourceTree.local(source, CopyRules.USUAL),
                            "source",
                            node,
                            two,
                            new ProgressCounter(TransferListener.NONE))
                    .orRefused();
            assertThat(engine.data.resolve("copy")).satisfies(sameContentAs(source));
            client.pull(node, directory.resolve("back"), false, two, new ProgressCounter(TransferListener.NONE))
                    .orRefused();
            assertThat(directory.resolve("back")).satisfies(sameContentAs(source));
            assertThat(proxy.targets()).hasSize(6).containsOnly(NAME + ":" + port);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp|socks5://PROXY|files.example.org|UNREACHABLE|to files.example.org:81: connection refused",
                "ftp|ftp://secret@h:1|files.example.org|BAD_INPUT|variable all_proxy: expected http://",
                "http|http://PROXY|nowhere.example.org|UNREACHABLE|does not lead to nowhere.example.org:81: it answers"
                        + " 502",
                "https|http://PROXY|nowhere.example.org|UNREACHABLE|does not lead to nowhere.example.org:81: it"
                        + " answers 502",
                "https|socks5://PROXY|nowhere.example.org|UNREACHABLE|to nowhere.example.org:81: the host cannot be"
                        + " reached",
                "sftp|socks5://PROXY|files.example.org|UNREACHABLE|to files.example.org:81: connection refused",
                "sftp|http://PROXY|files.example.org|UNREACHABLE|does not lead to files.example.org:81: it answers 502",
                "http|http://127.0.0.1:9|files.example.org|UNREACHABLE|the proxy http://127.0.0.1:9 (all_proxy) cannot"
                        + " be",
                "https|socks5://127.0.0.1:9|files.example.org|UNREACHABLE|the proxy socks5://127.0.0.1:9 (all_proxy)"
                        + " cannot be",
                "sftp|http://127.0.0.1:9|files.example.org|UNREACHABLE|the proxy http://127.0.0.1:9 (all_proxy) cannot"
                        + " be",
                "http|http://no.such.host.invalid:3128|files.example.org|UNREACHABLE|no.such.host.invalid:3128"
                        + " (all_proxy) can",
                "http|ftp://secret@h:1|files.example.org|BAD_INPUT|variable all_proxy: expected http://",
                "gsiftp|socks5://PROXY|files.example.org|UNREACHABLE|to files.example.org:81: connection refused",
                "gsiftp|ftp://secret@h:1|files.example.org|BAD_INPUT|variable all_proxy: expected http://",
                "sftp|http://se cret@h:1|files.example.org|BAD_INPUT|variable all_proxy: expected http://"
            })
    void aProxyThatFailsIsNamedInOneLine(String scheme, String value, String host, Reason reason, String said) {
        try (TestProxy proxy = new TestProxy(null)) {
            refused(scheme, value.replace("PROXY", proxy.at()), host, reason, said);
        }
    }

    @ParameterizedTest
    @CsvSource({"http, http://", "https, http://", "sftp, http://", "ftp, http://", "http, socks5://", "sftp, socks5://"
    })
    void aWrongPasswordOfTheProxyIsNotTheServers(String scheme, String kind) {
        try (TestProxy proxy = new TestProxy("me:right")) {
            refused(
                    scheme,
                    kind + "me:wrong@" + proxy.at(),
                    NAME,
                    Reason.AUTHENTICATION,
                    "authentication failed: write all_proxy=" + kind);
        }
    }

    private static Stream<Protocol> protocolsWithStores() {
        return Protocols.movingFiles().filter(one -> !one.transports().isEmpty() && one != Protocol.WAYBILL);
    }

    @ParameterizedTest
    @MethodSource("protocolsWithStores")
    void itsDescriptorSaysWhetherAProtocolGoesThroughOneAndWhichVariableNamesIt(Protocol protocol) {
        try (TestProxy proxy = new TestProxy("me:right")) {
            String wrong = "http://me:wrong@" + proxy.at();
            Proxies proxies = Proxies.of(Map.of("all_proxy", wrong, "http_proxy", wrong, "https_proxy", wrong));
            Credentials credentials = new TestCredentials().proxies(proxies);
            TransferException failure = catchThrowableOfType(TransferException.class, () -> {
                try (Store store = open(new Location(protocol.scheme(), null, NAME, 81, "/"), credentials)) {
                    store.stat("/x");
                }
            });
            String scheme = protocol.proxiedAs();
            assertThat(String.valueOf(failure.getMessage())).as(protocol.name()).satisfies(said -> {
                if (scheme == null) {
                    assertThat(said).doesNotContain("_proxy");
                } else {
                    String variable =
                            proxies.before(scheme, NAME, 81).orElseThrow().variable();
                    assertThat(said).contains(" " + variable + "=");
                }
            });
        }
    }

    /** That no server was heard of says nothing of its key. */
    @Test
    void whoTrustsAServerHearsOfTheProxyBeforeItThatDoesNotAnswer() {
        Credentials credentials =
                new TestCredentials().proxies(Proxies.of(Map.of("all_proxy", "socks5://127.0.0.1:9")));
        assertThatThrownBy(() -> SshTrust.requireKnown(new Location("sftp", null, NAME, 81, "/"), credentials, null))
                .isInstanceOf(TransferException.class)
                .hasMessageStartingWith("the proxy socks5://127.0.0.1:9 (all_proxy) cannot be reached: ");
    }

    private static void refused(String scheme, String value, String host, Reason reason, String said) {
        Credentials credentials = new TestCredentials().proxies(Proxies.of(Map.of("all_proxy", value)));
        assertThatThrownBy(() -> {
                    try (Store store = open(new Location(scheme, null, host, 81, "/"), credentials)) {
                        store.stat("/x");
                    }
                })
                .isInstanceOfSatisfying(
                        TransferException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageContaining(said)
                .hasMessageNotContaining("wrong@")
                .hasMessageNotContaining("cret");
    }

    @Test
    void whatIsExcludedAndThisMachineAreNotBehindProxies() {
        Proxies named = Proxies.of(Map.of(
                "all_proxy",
                "http://p:3128",
                "http_proxy",
                "h:80",
                "no_proxy",
                "inner.example.org, .lab.example.org,10.0.0.0/8,192.0.2.7,ported.org:8080"));
        for (String host : new String[] {
            "localhost",
            "127.0.0.1",
            "::1",
            "inner.example.org",
            "a.inner.example.org",
            "x.lab.example.org",
            "lab.example.org",
            "10.1.2.3",
            "192.0.2.7",
            "INNER.example.org"
        }) {
            assertThat(named.before("https", host, 443)).as(host).isEmpty();
        }
        for (String host :
                new String[] {"example.org", "notinner.example.org", "11.1.2.3", "192.0.2.70", "ported.org"}) {
            assertThat(named.before("https", host, 443)).as(host).isPresent();
        }
        assertThat(named.before("https", "ported.org", 8080)).isEmpty();
        assertThat(named.before("http", "x.org", 80).orElseThrow().host()).isEqualTo("h");
        assertThat(named.before("ssh", "x.org", 22).orElseThrow()).hasToString("http://p:3128 (all_proxy)");
        assertThat(Proxies.of(Map.of("ALL_PROXY", "p", "NO_PROXY", "*")).before("https", "x.org", 1))
                .isEmpty();
        assertThat(Proxies.of(Map.of("https_proxy", ""))).isEqualTo(Proxies.NONE);
    }

    private static Store open(Location at, Credentials credentials) throws TransferException, InterruptedException {
        return StoreProvider.byScheme(Movers.remoteStores(credentials, null))
                .get(at.scheme())
                .open(at, (_, _) -> {});
    }
}
