package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.testserver.HostileServer;

/** Servers that know nothing newer than TLS 1.1. */
class OutdatedTlsTest {
    /** The alert protocol_version (RFC 5246, section 7.2). */
    private static final byte[] ALERT = {21, 3, 1, 0, 2, 2, 70};

    @TempDir
    static Path directory;

    @AutoClose
    private static SmallHeapClient client;

    @BeforeAll
    static void startClient() throws IOException {
        client = new SmallHeapClient(directory.resolve("client.log"));
    }

    /** A ServerHello of TLS 1.1 with a suite that we know: nothing but the version is wrong with it. */
    private static byte[] hello() {
        int body = 2 + 32 + 1 + 2 + 1;
        return ByteBuffer.allocate(5 + 4 + body)
                .put(new byte[] {22, 3, 2})
                .putShort((short) (4 + body))
                .put(new byte[] {2, 0, 0, (byte) body, 3, 2})
                .put(new byte[32])
                .put(new byte[] {0, (byte) 0xc0, 0x2f, 0})
                .array();
    }

    /** Waits for the client's hello: what is sent before it would be read with the last line of FTP. */
    private static void hear(String scheme, HostileServer.Peer peer) throws IOException {
        if (scheme.equals("ftps")) {
            peer.say("220 hello\r\n");
            peer.line();
            peer.say("234 go on\r\n");
        }
        assertThat(peer.bytes().read(new byte[8192])).isPositive();
    }

    private static SmallHeapClient.Ended fetch(String scheme, HostileServer server) throws Exception {
        return client.move(
                scheme + "://127.0.0.1:" + server.port() + "/t",
                directory.resolve("to").toString(),
                0);
    }

    @ParameterizedTest
    @CsvSource({"https, true", "https, false", "davs, true", "ftps, true", "ftps, false"})
    void areRefusedAtOnceAndNotTriedAgain(String scheme, boolean alert) throws Exception {
        try (HostileServer server = HostileServer.start(peer -> {
            hear(scheme, peer);
            peer.out().write(alert ? ALERT : hello());
            peer.out().flush();
            Thread.sleep(1_000);
        })) {
            SmallHeapClient.Ended ended = fetch(scheme, server);
            assertThat(ended.reason()).as("%s", ended).isEqualTo("UNSAFE");
            assertThat(ended.message()).contains("no TLS 1.2 or newer");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https", "ftps"})
    void oneThatClosesIsNotCalledOutdated(String scheme) throws Exception {
        try (HostileServer server = HostileServer.start(peer -> hear(scheme, peer))) {
            SmallHeapClient.Ended ended = fetch(scheme, server);
            assertThat(ended.reason()).as("%s", ended).isEqualTo("UNREACHABLE");
            assertThat(ended.message()).endsWith("closed the connection during the TLS handshake");
        }
    }
}
