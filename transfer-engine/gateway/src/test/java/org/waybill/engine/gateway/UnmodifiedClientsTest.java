package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.mover.SmallDisk;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.TestServer;

/** Programs that know nothing of Waybill move files through one gateway and through two. */
class UnmodifiedClientsTest {
    private static final int FILE_BYTES = 3_000_001;

    @TempDir
    Path temp;

    private Path served;
    private Path local;
    private byte[] content;

    @AutoClose
    private final Running running = new Running();

    @BeforeEach
    void makeFiles() throws IOException {
        served = Files.createDirectory(temp.resolve("served"));
        local = Files.createDirectory(temp.resolve("local"));
        content = new byte[FILE_BYTES];
        new Random(1).nextBytes(content);
        Files.write(served.resolve("far.bin"), content);
        Files.write(local.resolve("near.bin"), content);
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Gateway gateway(String... allowed) throws Exception {
        return running.use(Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of(allowed)),
                GatewayListener.NONE));
    }

    /** The nested URL of a path on the server, through as many gateways as asked. */
    private String nested(TestServer server, int gateways, String path) throws Exception {
        String url =
                "ftp://127.0.0.1:" + server.port() + "/" + server.location(path).path();
        int port = server.port();
        for (int i = 0; i < gateways; i++) {
            Gateway gateway = gateway("127.0.0.1:" + port);
            port = gateway.address().getPort();
            url = "ftp://127.0.0.1:" + port + "/" + url;
        }
        return url;
    }

    private TestServer vsftpd() {
        return running.use(FtpServer.start(temp, served));
    }

    private TestServer globus() {
        return running.use(GridFtpServer.start(temp, served));
    }

    private void run(String program, String debianPackage, String... arguments) throws Exception {
        assertThat(exitCode(program, debianPackage, arguments))
                .as("%s said: %s", program, Files.readString(temp.resolve("output.txt")))
                .isZero();
    }

    private int exitCode(String program, String debianPackage, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(Packages.require(program, debianPackage).toString()));
        command.addAll(List.of(arguments));
        Path output = temp.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(local.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended)
                .as("%s ended in time: %s", program, Files.readString(output))
                .isTrue();
        return process.exitValue();
    }

    private void assertSame(Path file) throws IOException {
        assertThat(file).satisfies(sameContentAs(content));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void curlGetsAndPuts(int gateways) throws Exception {
        TestServer server = vsftpd();
        run("curl", "curl", "-sS", "-o", "got.bin", nested(server, gateways, "/far.bin"));
        assertSame(local.resolve("got.bin"));
        run("curl", "curl", "-sS", "--ftp-method", "nocwd", "-T", "near.bin", nested(server, gateways, "/put.bin"));
        assertSame(served.resolve("put.bin"));
    }

    /**
     * They continue to send for a while before they read what we say, and a connection that is reset shows them
     * nothing.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterAFullDiskCurlAndGlobusUrlCopyTellTheReason(boolean curl) throws Exception {
        Path root = temp.resolve("full");
        try (SmallDisk disk = SmallDisk.mount(root, 1)) {
            Gateway gateway = running.use(Gateway.start(
                    new GatewaySettings(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            List.of(),
                            root,
                            true,
                            null,
                            GatewaySettings.CONNECTIONS,
                            Duration.ofSeconds(30),
                            Duration.ofSeconds(5),
                            Duration.ofMillis(50)),
                    GatewayListener.NONE));
            Path large = local.resolve("large.bin");
            try (var file = new RandomAccessFile(large.toFile(), "rw")) {
                file.setLength(60_000_000);
            }
            String url = "ftp://127.0.0.1:" + gateway.address().getPort() + "/copy";
            int code = curl
                    ? exitCode("curl", "curl", "-sS", "-v", "-T", "large.bin", url)
                    : exitCode("globus-url-copy", "globus-gass-copy-progs", "-p", "4", "file://" + large, url);
            assertThat(code).isNotZero();
            assertThat(Files.readString(temp.resolve("output.txt"))).contains("452 No space left on device");
            assertThat(disk).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void curlResumesADownload(int gateways) throws Exception {
        TestServer server = vsftpd();
        Files.write(local.resolve("got.bin"), Arrays.copyOf(content, 1_000_000));
        run("curl", "curl", "-sS", "-C", "-", "-o", "got.bin", nested(server, gateways, "/far.bin"));
        assertSame(local.resolve("got.bin"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void lftpGetsPutsInPiecesAndMirrors(int gateways) throws Exception {
        TestServer server = vsftpd();
        Files.createDirectory(served.resolve("tree"));
        Files.write(served.resolve("tree/a.bin"), content);
        Files.setPosixFilePermissions(served.resolve("tree"), PosixFilePermissions.fromString("rwxrwxrwx"));
        String url = nested(server, gateways, "");
        String first = url.substring(0, url.indexOf('/', "ftp://".length()));
        String path = url.substring(first.length());
        run(
                "lftp",
                "lftp",
                "-c",
                "set net:max-retries 1; open " + first + "; get " + path
                        + "/far.bin -o got.bin; pget -n 3 " + path + "/far.bin -o pgot.bin; put near.bin -o " + path
                        + "/put.bin; mirror " + path + "/tree tree; mirror -R tree " + path + "/back");
        assertSame(local.resolve("got.bin"));
        assertSame(local.resolve("pgot.bin"));
        assertSame(local.resolve("tree/a.bin"));
        assertSame(served.resolve("put.bin"));
        assertSame(served.resolve("back/a.bin"));
    }

    /** The gateway's FEAT promises MLSD, which vsftpd has not: a client that is refused it may wait for long. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void lftpMirrorsAServerWithoutMachineListingsAtOnce(int gateways) throws Exception {
        TestServer server = vsftpd();
        Path tree = Files.createDirectories(served.resolve("tree/a [b] c"));
        Files.write(tree.resolve("a.bin"), content);
        Files.write(served.resolve("tree/.hidden"), content);
        Instant changed = Instant.parse("2020-02-03T04:05:06Z");
        Files.setLastModifiedTime(tree.resolve("a.bin"), FileTime.from(changed));
        String url = nested(server, gateways, "/tree");
        int path = url.indexOf('/', "ftp://".length());
        // longer than it may run: if it waits at all, it does not end
        run(
                "lftp",
                "lftp",
                "-c",
                "set net:reconnect-interval-base 300; open " + url.substring(0, path) + "; mirror "
                        + url.substring(path) + " tree");
        assertSame(local.resolve("tree/a [b] c/a.bin"));
        assertSame(local.resolve("tree/.hidden"));
        assertThat(Files.getLastModifiedTime(local.resolve("tree/a [b] c/a.bin"))
                        .toInstant())
                .isEqualTo(changed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void globusUrlCopyUsesAStreamAndFourInExtendedBlockMode(int gateways) throws Exception {
        TestServer server = globus();
        // one parallel stream is extended block mode too; a plain stream is asked for by saying nothing
        for (List<String> mode : List.of(List.<String>of(), List.of("-p", "1"), List.of("-p", "4"))) {
            String name = String.join("", mode);
            globusUrlCopy(mode, nested(server, gateways, "/far.bin"), "file://" + local + "/got" + name);
            assertSame(local.resolve("got" + name));
            globusUrlCopy(mode, "file://" + local + "/near.bin", nested(server, gateways, "/put" + name));
            assertSame(served.resolve("put" + name));
        }
    }

    @Test
    void globusUrlCopyInExtendedBlockModeReachesAServerThatHasNone() throws Exception {
        TestServer server = vsftpd();
        globusUrlCopy("-p", "4", nested(server, 1, "/far.bin"), "file://" + local + "/got.bin");
        assertSame(local.resolve("got.bin"));
        globusUrlCopy("-p", "4", "file://" + local + "/near.bin", nested(server, 1, "/put.bin"));
        assertSame(served.resolve("put.bin"));
        Files.createDirectories(served.resolve("tree/sub"));
        Files.write(served.resolve("tree/sub/a.bin"), content);
        globusUrlCopy("-r", "-cd", nested(server, 1, "/tree/"), "file://" + local + "/tree/");
        assertSame(local.resolve("tree/sub/a.bin"));
    }

    @Test
    void globusUrlCopySetsBuffersAndTakesPartOfAFile() throws Exception {
        TestServer server = globus();
        globusUrlCopy("-tcp-bs", "1048576", "-p", "2", nested(server, 1, "/far.bin"), "file://" + local + "/got.bin");
        assertSame(local.resolve("got.bin"));
        globusUrlCopy("-off", "1000", "-len", "5000", nested(server, 1, "/far.bin"), "file://" + local + "/part.bin");
        // the client leaves a hole where it asked for nothing
        byte[] expected = Arrays.copyOf(content, 6000);
        Arrays.fill(expected, 0, 1000, (byte) 0);
        assertThat(local.resolve("part.bin")).satisfies(sameContentAs(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void globusUrlCopyMovesBetweenTwoServersThroughGateways(int gateways) throws Exception {
        TestServer server = globus();
        Path other = Files.createDirectory(temp.resolve("other"));
        TestServer second = running.use(GridFtpServer.start(temp, other));
        globusUrlCopy(
                "-p",
                "4",
                nested(server, gateways, "/far.bin"),
                "ftp://127.0.0.1:" + second.port() + "/"
                        + second.location("/third.bin").path());
        assertSame(other.resolve("third.bin"));
        globusUrlCopy(nested(server, gateways, "/far.bin"), nested(second, gateways, "/both.bin"));
        assertSame(other.resolve("both.bin"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void globusUrlCopySyncsATreeByChecksumAndFetchesItBack(int gateways) throws Exception {
        TestServer server = globus();
        Path tree = Files.createDirectories(local.resolve("tree/sub"));
        Files.write(tree.resolve("a.bin"), content);
        Files.write(local.resolve("tree/b.bin"), content);
        String target = nested(server, gateways, "/tree/");
        globusUrlCopy("-r", "-cd", "-sync", "-sync-level", "1", "file://" + local + "/tree/", target);
        assertSame(served.resolve("tree/sub/a.bin"));
        byte[] altered = content.clone();
        altered[1000]++;
        Files.write(served.resolve("tree/b.bin"), altered);
        globusUrlCopy("-r", "-sync", "-sync-level", "3", "file://" + local + "/tree/", target);
        assertSame(served.resolve("tree/b.bin"));
        globusUrlCopy("-r", "-cd", target, "file://" + local + "/back/");
        assertSame(local.resolve("back/sub/a.bin"));
        assertSame(local.resolve("back/b.bin"));
    }

    private void globusUrlCopy(List<String> mode, String source, String target) throws Exception {
        List<String> all = new ArrayList<>(mode);
        all.add(source);
        all.add(target);
        globusUrlCopy(all.toArray(String[]::new));
    }

    private void globusUrlCopy(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-q", "-nodcau"));
        all.addAll(List.of(arguments));
        run("globus-url-copy", "globus-gass-copy-progs", all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void pythonsFtplibListsGetsAndPuts(int gateways) throws Exception {
        String url = nested(vsftpd(), gateways, "");
        String base = url.substring(url.indexOf('/', "ftp://".length()));
        String port = url.substring("ftp://127.0.0.1:".length(), url.length() - base.length());
        Path script = Files.writeString(local.resolve("client.py"), """
            import ftplib, sys
            ftp = ftplib.FTP()
            ftp.connect('127.0.0.1', int(sys.argv[1]))
            ftp.login()
            base = sys.argv[2]
            names = ftp.nlst(base)
            assert any(name.endswith('far.bin') for name in names), names
            facts = dict(ftp.mlsd(base))
            assert facts['far.bin']['type'] == 'file' and facts['far.bin']['size'] == '%d', facts
            assert ftp.size(base + '/far.bin') == %d
            with open('got.bin', 'wb') as f:
                ftp.retrbinary('RETR ' + base + '/far.bin', f.write)
            with open('near.bin', 'rb') as f:
                ftp.storbinary('STOR ' + base + '/put.bin', f)
            ftp.rename(base + '/put.bin', base + '/renamed.bin')
            ftp.quit()
            """.formatted(FILE_BYTES, FILE_BYTES));
        run("python3", "python3", script.toString(), port, base);
        assertSame(local.resolve("got.bin"));
        assertSame(served.resolve("renamed.bin"));
    }

    /** The gateway as a server in its own right. */
    @Test
    void everyClientUsesAGatewaysOwnStore() throws Exception {
        Gateway gateway = running.use(Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(served, true),
                GatewayListener.NONE));
        String url = "ftp://127.0.0.1:" + gateway.address().getPort();
        for (String streams : List.of("1", "4")) {
            globusUrlCopy("-p", streams, url + "/far.bin", "file://" + local + "/got" + streams);
            assertSame(local.resolve("got" + streams));
            globusUrlCopy("-p", streams, "file://" + local + "/near.bin", url + "/put" + streams);
            assertSame(served.resolve("put" + streams));
        }
        Files.createDirectories(local.resolve("tree/sub"));
        Files.write(local.resolve("tree/sub/a.bin"), content);
        globusUrlCopy("-r", "-cd", "-sync", "-sync-level", "3", "file://" + local + "/tree/", url + "/tree/");
        assertSame(served.resolve("tree/sub/a.bin"));
        run("curl", "curl", "-sS", "-o", "curl.bin", url + "/far.bin");
        assertSame(local.resolve("curl.bin"));
        run("curl", "curl", "-sS", "-T", "near.bin", url + "/curl.bin");
        assertSame(served.resolve("curl.bin"));
        run(
                "lftp",
                "lftp",
                "-c",
                "set net:max-retries 1; open " + url + "; get far.bin -o lftp.bin; pget -n 3 far.bin "
                        + "-o pgot.bin; put near.bin -o lftp.bin; mirror tree tree2; mirror -R tree2 tree3");
        assertSame(local.resolve("lftp.bin"));
        assertSame(local.resolve("pgot.bin"));
        assertSame(served.resolve("lftp.bin"));
        assertSame(served.resolve("tree3/sub/a.bin"));
    }
}
