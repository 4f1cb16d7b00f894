package org.waybill.client.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * For any answer at a port, the parsers of greetings say what it is or fail with an {@link IOException}; what they
 * show of it is harmless. The greetings that are damaged are those of real servers.
 */
class GreetingsFuzzTest {
    private static final int ROUNDS = 3000;
    private static final String FEATURES =
            "211-Features:\r\n AUTH TLS\r\n AUTH GSSAPI\r\n PBSZ\r\n PROT\r\n SIZE\r\n" + "211 End\r\n";

    /** A connection to a server that says the same to any input. */
    private static final class Recorded extends Socket {
        private final InputStream said;

        Recorded(byte[] said) {
            this.said = new SequenceInputStream(new ByteArrayInputStream(said), InputStream.nullInputStream());
        }

        @Override
        public InputStream getInputStream() {
            return said;
        }

        @Override
        public OutputStream getOutputStream() {
            return new ByteArrayOutputStream();
        }

        @Override
        public boolean isConnected() {
            return true; // or TLS would not begin
        }

        @Override
        public void setSoTimeout(int millis) {
            // nothing is waited for
        }
    }

    private static byte[] greeting(Protocol server) {
        String text =
                switch (server.name()) {
                    case "SSH" -> "Welcome\r\nSSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7\r\n";
                    case "FTP" -> "220 (vsFTPd 3.0.3)\r\n" + FEATURES + "530 Please login.\r\n";
                    case "HTTP", "HTTPS", "SRM" ->
                        "HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nAllow: GET, PUT, COPY\r\nDAV: 1,2\r\n"
                                + "MS-Author-Via: DAV\r\nContent-Length: 0\r\n\r\n";
                    case "XROOTD" -> "\0\0\0\0\0\0\0\b\0\0\u0005\u0011\0\0\0\u0001";
                    case "RSYNC" -> "@RSYNCD: 31.0 sha512 sha256 md5\n";
                    case "BBFTP" -> "\0\0\0\u0001\0\0\0\u0004abcd";
                    default -> "\u0016\u0003\u0003\0\u007a\u0002\0\0v\u0003\u0003";
                };
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All that a TLS 1.2 server says first, its certificate in the clear: what it says to another client. */
    private static byte[] tlsFlight(Path directory) throws Exception {
        TestAuthority.Identity identity = TestAuthority.in(directory).loopback();
        ClientCertificate own = CertificateFiles.read(
                "test",
                Files.readAllBytes(identity.certificate()),
                Files.readAllBytes(identity.key()),
                () -> new char[0]);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(keys.getKeyManagers(), null, null);
        SSLEngine client = context.createSSLEngine();
        client.setUseClientMode(true);
        SSLEngine server = context.createSSLEngine();
        server.setUseClientMode(false);
        server.setNeedClientAuth(true);
        ByteBuffer hello = ByteBuffer.allocate(1 << 15);
        client.wrap(ByteBuffer.allocate(0), hello);
        server.unwrap(hello.flip(), ByteBuffer.allocate(1 << 15));
        for (Runnable task = server.getDelegatedTask(); task != null; task = server.getDelegatedTask()) {
            task.run();
        }
        ByteBuffer flight = ByteBuffer.allocate(1 << 16);
        while (server.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
            server.wrap(ByteBuffer.allocate(0), flight);
        }
        return Arrays.copyOf(flight.array(), flight.position());
    }

    @Test
    void noServerIsTakenAtItsPortsWord() {
        assertThat(Protocols.all().stream().map(Protocol::server))
                .as("first words of servers: add yours to OF_SERVERS of Greetings")
                .allMatch(Greetings.OF_SERVERS::containsKey);
    }

    @Test
    void anyTlsServerIsAnAnswerToo(@TempDir Path directory) throws Exception {
        byte[] flight = tlsFlight(directory);
        assertThat(flight.length).as("with a certificate").isGreaterThan(400);
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            byte[] said = seed == 0 ? flight : damaged(flight, random);
            long endNs = System.nanoTime() + 5_000_000_000L;
            Protocol service = random.nextBoolean() ? Protocol.HTTPS : Protocol.SRM;
            try (ServerDialog dialog =
                    new ServerDialog("host.example.org", new Recorded(said), new ByteBudget(1 << 16), endNs)) {
                ServerIdentification answer = Greetings.listen(service, true, "/data", dialog);
                assertThat(answer.banner()).matches(text -> text.chars().noneMatch(Character::isISOControl));
            } catch (IOException e) {
                // a handshake with answers to another client cannot succeed
                assertThat(e.getMessage()).as("seed " + seed).isNotNull();
            }
        }
    }

    private static byte[] damaged(byte[] greeting, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int start = random.nextInt(4) == 0 ? random.nextInt(greeting.length) : 0;
        for (int i = start; i < greeting.length; i++) {
            switch (random.nextInt(40)) {
                case 0 -> out.write(random.nextInt(256));
                case 1 -> {} // left out
                case 2 -> out.writeBytes(new byte[] {greeting[i], greeting[i]});
                default -> out.write(greeting[i]);
            }
        }
        byte[] more = new byte[random.nextInt(8) == 0 ? random.nextInt(5000) : 0];
        random.nextBytes(more);
        out.writeBytes(more);
        return out.toByteArray();
    }

    static Stream<Protocol> servers() {
        return Protocols.all().stream().filter(one -> one.server() == one);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void anyAnswerIsAnAnswer(Protocol service) {
        int seed = 29 + Protocols.all().indexOf(service);
        Random random = new Random(seed);
        int heard = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] said = damaged(greeting(service), random);
            long endNs = System.nanoTime() + 5_000_000_000L;
            try (ServerDialog dialog =
                    new ServerDialog("host.example.org", new Recorded(said), new ByteBudget(1 << 16), endNs)) {
                ServerIdentification answer = Greetings.listen(service, random.nextInt(10) == 0, "/data", dialog);
                assertThat(answer.banner())
                        .hasSizeLessThan(2000)
                        .matches(text -> text.chars().noneMatch(Character::isISOControl), "without control characters");
                heard += answer.speaks() ? 1 : 0;
            } catch (IOException e) {
                assertThat(e.getMessage()).as("seed %d, round %d", seed, round).isNotNull();
            }
        }
        boolean plain = service == Protocol.SSH || service == Protocol.HTTP || service == Protocol.RSYNC;
        assertThat(heard > 0 || !plain).as("some greetings survive the damage").isTrue();
    }
}
