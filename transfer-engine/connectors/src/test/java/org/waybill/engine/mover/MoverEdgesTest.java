package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;

/** Full and read-only disks, servers that give wrong answers or allow little, agents, and two remote hosts at once. */
@Timeout(60)
class MoverEdgesTest {
    private static final int MIB = 1 << 20;
    private static final int NO_AGENT_YET = 2;

    @TempDir
    private Path here;

    private TestCredentials credentials = new TestCredentials();
    private @Nullable Path agentSocket;

    @Test
    void refusesBeforeTheFirstByteWhenTheLocalDiskIsTooSmall() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(here.resolve("disk"), 4)) {
            Path old = file(here.resolve("disk/a"), 10);
            byte[] content = Files.readAllBytes(old);
            TransferException e = failure(local(file(here.resolve("big"), 8 * MIB)), local(old), "local");
            assertThat(e.reason()).isEqualTo(Reason.DISK_FULL);
            assertThat(e).hasMessageContaining(8 * MIB + " bytes needed").hasMessageContaining("free");
            assertThat(old).satisfies(sameContentAs(content));
        }
    }

    @Test
    void aDiskThatReportsNoSizeIsNotFull() throws Exception {
        Path big = file(here.resolve("big"), 8 * MIB);
        try (SmallDisk disk = SmallDisk.mountWithoutSize(here.resolve("disk"));
                SshServer server = SshServer.start(here)) {
            credentials = server.credentials();
            move(local(big), local(here.resolve("disk/local")), "local");
            move(local(big), server.location(here.resolve("disk/sftp").toString()), "sftp");
            assertThat(here.resolve("disk/local")).satisfies(sameContentAs(big));
            assertThat(here.resolve("disk/sftp")).satisfies(sameContentAs(big));
        }
    }

    @Test
    void saysThatTheLocalDiskIsFullWhenTheSizeWasNotKnown() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(here.resolve("disk"), 4)) {
            byte[] content = new byte[8 * MIB];
            Mover mover = mover("local", new ByteArrayInputStream(content));
            TransferRequest request = TransferRequest.of(Location.STREAM, local(here.resolve("disk/a")));
            TransferException e =
                    catchThrowableOfType(TransferException.class, () -> mover.move(request, TransferListener.NONE));
            assertThat(e.reason()).isEqualTo(Reason.DISK_FULL);
            assertThat(here.resolve("disk")).as("nobody resumes a stream").isEmptyDirectory();
        }
    }

    @Test
    void saysThatTheFileSystemIsReadOnly() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(here.resolve("disk"), 4);
                SshServer server = SshServer.start(here)) {
            disk.makeReadOnly();
            credentials = server.credentials();
            Path source = file(here.resolve("a"), 10);
            Path target = here.resolve("disk/a");
            assertThat(failure(local(source), local(target), "local").reason()).isEqualTo(Reason.READ_ONLY);
            assertThat(failure(local(source), server.location(target.toString()), "sftp")
                            .reason())
                    .isEqualTo(Reason.READ_ONLY);
        }
    }

    @Test
    void saysThatTheFarDiskIsFull() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(here.resolve("disk"), 4);
                SshServer server = SshServer.start(here)) {
            credentials = server.credentials();
            Path source = file(here.resolve("big"), 8 * MIB);
            Location target = server.location(here.resolve("disk/a").toString());
            assertThat(failure(local(source), target, "sftp").reason()).isEqualTo(Reason.DISK_FULL);
            TransferRequest unknownSize = TransferRequest.of(Location.STREAM, target);
            Mover mover = mover("sftp", Files.newInputStream(source));
            TransferException e =
                    catchThrowableOfType(TransferException.class, () -> mover.move(unknownSize, TransferListener.NONE));
            assertThat(e.reason()).isEqualTo(Reason.DISK_FULL);
            assertThat(here.resolve("disk")).as("nobody resumes a stream").isEmptyDirectory();
        }
    }

    @Test
    void saysWhichFarFileMayNotBeRead() throws Exception {
        Packages.requireRoot("its sftp server runs as another user");
        open(here);
        try (SshServer server = SshServer.start(here, SshServer.Option.SFTP_AS_NOBODY)) {
            credentials = server.credentials();
            Path secret = file(here.resolve("secret"), 10);
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
            TransferException e = failure(server.location(secret.toString()), local(here.resolve("x")), "sftp");
            assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
            assertThat(e).hasMessageContaining("secret");
        }
    }

    /** A session that a failure may have broken makes room for the one in its place. */
    @Test
    void namesEachOfManyFilesThatFailWhereAnSshServerGrantsFewSessions() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            file(tree.resolve("x" + i), i);
            Files.createDirectories(here.resolve("copy/tree/x" + i + "/in-the-way"));
        }
        try (SshServer server = SshServer.start(here, SshServer.Option.FEW_SESSIONS)) {
            credentials = server.credentials();
            TransferException e = failure(server.location(tree.toString()), local(here.resolve("copy")), "sftp");
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred())
                    .hasSize(20)
                    .allMatch(one -> one.reason().equals("BAD_INPUT"));
        }
    }

    @Test
    void readsNoFileBackWhereAnSshServerGrantsFewSessions() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            file(tree.resolve("x" + i), i);
        }
        try (SshServer server = SshServer.start(here, SshServer.Option.FEW_SESSIONS)) {
            credentials = server.credentials();
            TestListener listener = new TestListener();
            mover("sftp", InputStream.nullInputStream())
                    .move(
                            TransferRequest.of(
                                    local(tree),
                                    server.location(here.resolve("copy").toString())),
                            listener);
            assertThat(listener.codes).contains("VERIFIED_BY_FAR_END").doesNotContain("VERIFIED_BY_READING");
        }
    }

    @Test
    void verifiesByReadingBackWhereTheServerRunsNoCommands() throws Exception {
        try (SshServer server = SshServer.start(here, SshServer.Option.SFTP_ONLY)) {
            credentials = server.credentials();
            Path source = file(here.resolve("a"), MIB);
            TestListener listener = new TestListener();
            mover("sftp", InputStream.nullInputStream())
                    .move(
                            TransferRequest.of(
                                    local(source),
                                    server.location(here.resolve("b").toString())),
                            listener);
            assertThat(here.resolve("b")).satisfies(sameContentAs(source));
            assertThat(listener.codes).contains("VERIFIED_BY_READING");
        }
    }

    @Test
    void logsInWithAKeyThatOnlyTheAgentHas() throws Exception {
        Packages.require("ssh-agent", "openssh-client");
        agentSocket = here.resolve("agent");
        try (SshServer server = SshServer.start(here)) {
            credentials = new TestCredentials().knownHosts(server.knownHosts());
            Path source = file(here.resolve("a"), 10);
            Location target = new Location(
                    "scp",
                    server.user(),
                    server.host(),
                    server.port(),
                    here.resolve("b").toString());
            assertThat(failure(local(source), target, "scp").reason()).isEqualTo(Reason.AUTHENTICATION);
            Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", agentSocket.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                addToAgent(server.userKey());
                TransferReport report = move(local(source), target, "scp");
                assertThat(report.transport()).isEqualTo("scp");
                assertThat(here.resolve("b")).satisfies(sameContentAs(source));
            } finally {
                agent.destroy();
            }
        }
    }

    private void addToAgent(Path key) throws Exception {
        ProcessBuilder add = new ProcessBuilder("ssh-add", "-q", key.toString()).inheritIO();
        add.environment().put("SSH_AUTH_SOCK", agentSocket.toString());
        int exitCode = add.start().waitFor();
        for (int i = 0; i < 100 && exitCode == NO_AGENT_YET; i++) { // it makes its socket, and listens a little later
            Thread.sleep(20);
            exitCode = add.start().waitFor();
        }
        assertThat(exitCode).isZero();
    }

    @Test
    void movesBetweenTwoFarEndsThroughThisMachine() throws Exception {
        Path root = Files.createDirectory(here.resolve("root"));
        try (SshServer ssh = SshServer.start(here);
                FtpServer ftp = FtpServer.start(here, root)) {
            credentials = ssh.credentials();
            Path source = file(here.resolve("a"), 3 * MIB);
            move(ssh.location(source.toString()), ftp.location("/b"), "sftp");
            assertThat(root.resolve("b")).satisfies(sameContentAs(source));
            move(ftp.location("/b"), ssh.location(here.resolve("c").toString()), "ftp");
            assertThat(here.resolve("c")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void writesNothingOutsideTheTargetWhenAListingLeadsOutOfIt() throws Exception {
        for (String href : new String[] {
            "/tree/../../escaped",
            "/tree/%2e%2e%2fescaped",
            "/elsewhere/x",
            "/tree/sub%2Fescaped",
            "/tree/a%00b",
            "/tree/.."
        }) {
            HttpServer server = lyingServer(href);
            try {
                Location tree = new Location(
                        "dav", null, "127.0.0.1", server.getAddress().getPort(), "/tree");
                Path target = here.resolve("in/copy");
                TransferException e = failure(tree, local(target), "http");
                assertThat(e.reason()).as(href).isEqualTo(Reason.UNSAFE);
                assertThat(here.resolve("escaped")).doesNotExist();
                assertThat(here.resolve("in/escaped")).doesNotExist();
            } finally {
                server.stop(0);
            }
        }
    }

    /** A WebDAV server whose directory holds, so it says, a file at the address given. */
    private static HttpServer lyingServer(String href) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean listing = exchange.getRequestMethod().equals("PROPFIND");
            boolean deep = "1".equals(exchange.getRequestHeaders().getFirst("Depth"));
            String collection = "<D:response><D:href>/tree/</D:href><D:propstat><D:prop><D:resourcetype>"
                    + "<D:collection/></D:resourcetype></D:prop></D:propstat></D:response>";
            String file = "<D:response><D:href>" + href + "</D:href><D:propstat><D:prop><D:getcontentlength>4"
                    + "</D:getcontentlength></D:prop></D:propstat></D:response>";
            byte[] body = !listing
                    ? "evil".getBytes(StandardCharsets.UTF_8)
                    : ("<D:multistatus xmlns:D=\"DAV:\">" + collection + (deep ? file : "") + "</D:multistatus>")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("DAV", "1");
            exchange.sendResponseHeaders(listing ? 207 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** A second attempt would find the stream at its end, and an empty file is hard to spoil. */
    @Test
    void saysForGoodThatAStreamArrivedWrong() throws Exception {
        HttpServer server = spoilingServer();
        try {
            Location target =
                    new Location("http", null, "127.0.0.1", server.getAddress().getPort(), "/in");
            Mover mover = mover("http", new ByteArrayInputStream(new byte[1000]));
            TransferRequest request = TransferRequest.of(Location.STREAM, target);
            TransferException e =
                    catchThrowableOfType(TransferException.class, () -> mover.move(request, TransferListener.NONE));
            assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED);
            assertThat(e.isRetriable()).isFalse();
        } finally {
            server.stop(0);
        }
    }

    /** Keeps what it is given except for the first byte. */
    private static HttpServer spoilingServer() throws IOException {
        AtomicReference<byte @Nullable []> kept = new AtomicReference<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] sent = exchange.getRequestBody().readAllBytes();
            byte[] there = kept.get();
            switch (exchange.getRequestMethod()) {
                case "PUT" -> {
                    if (sent.length > 0) {
                        sent[0] ^= 1;
                    }
                    kept.set(sent);
                    exchange.sendResponseHeaders(201, -1);
                }
                case "DELETE" -> {
                    kept.set(null);
                    exchange.sendResponseHeaders(204, -1);
                }
                case "GET" -> {
                    exchange.sendResponseHeaders(
                            there == null ? 404 : 200, there == null || there.length == 0 ? -1 : there.length);
                    if (there != null) {
                        exchange.getResponseBody().write(there);
                    }
                }
                default -> exchange.sendResponseHeaders(there == null ? 404 : 200, -1);
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void refusesANameThatIsNotUtf8AndMovesTheRest() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("good"), 10);
        Process shell =
                new ProcessBuilder("sh", "-c", "printf x > \"$1/$(printf 'b\\377d')\"", "sh", tree.toString()).start();
        assumeTrue(shell.waitFor() == 0, "this file system takes no such name");
        TransferException e = failure(local(tree), local(here.resolve("copy")), "local");
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e).hasMessageContaining("not UTF-8");
        assertThat(here.resolve("copy/good")).exists();
    }

    private static void open(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path file(Path path, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(path, content);
    }

    private static Location local(Path path) {
        return Location.local(path.toString());
    }

    private TransferReport move(Location source, Location target, String transport) throws Exception {
        return mover(transport, InputStream.nullInputStream())
                .move(TransferRequest.of(source, target), TransferListener.NONE);
    }

    private TransferException failure(Location source, Location target, String transport) {
        TransferException e = catchThrowableOfType(TransferException.class, () -> move(source, target, transport));
        assertThat(e).as("the transfer must fail").isNotNull();
        assertThat(e.getMessage()).doesNotContain("\n");
        return e;
    }

    private Mover mover(String name, InputStream in) {
        Movers.Surroundings surroundings = new Movers.Surroundings(
                credentials,
                agentSocket,
                in,
                new ByteArrayOutputStream(),
                InstantSource.system(),
                TemporaryNames.ofThisProcess(),
                null);
        return Movers.standard(surroundings).all().stream()
                .filter(mover -> mover.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
