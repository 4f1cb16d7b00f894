package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The data connections of the gateway's own store: how they are opened, and what is said while data flow. */
class OwnStoreDataTest extends OwnStoreCase {
    /** RFC 2428, section 4. */
    @Test
    void afterEpsvAllNothingElseOpensADataConnection() throws IOException {
        assertThat(call("EPSV ALL")).startsWith("200");
        for (String other : List.of(
                "PASV", "SPAS", "PORT 127,0,0,1,200,200", "SPOR 127,0,0,1,200,200", "EPRT |1|127.0.0.1|51400|")) {
            assertThat(call(other)).as(other).startsWith("503");
        }
        passive().close();
    }

    @Test
    void serversOfIpv6TellTheirPortByEpsv() throws Exception {
        close();
        start("::1");
        assertThat(call("PASV")).startsWith("425");
        assertThat(call("EPSV 1")).startsWith("522");
        assertThat(get("RETR hello")).isEqualTo("hello, world");
        try (ServerSocket ours = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            assertThat(call("EPRT |2|::1|" + ours.getLocalPort() + "|")).startsWith("200");
            assertThat(call("RETR hello")).startsWith("150");
            try (Socket data = ours.accept()) {
                assertThat(data.getInputStream().readAllBytes()).asString().isEqualTo("hello, world");
            }
            assertThat(replies.readLine()).startsWith("226");
        }
    }

    private static byte[] block(int descriptor, long count, long offset, String content) {
        return ByteBuffer.allocate(17 + content.length())
                .put((byte) descriptor)
                .putLong(count)
                .putLong(offset)
                .put(content.getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    @Test
    void tellsASenderInBlocksWhatHasArrived() throws IOException {
        assertThat(call("MODE E")).startsWith("200");
        try (Socket data = passive()) {
            assertThat(call("STOR blocks")).startsWith("150");
            data.getOutputStream().write(block(0, 4, 6, "6789"));
            List<String> performance = reply();
            while (!String.join("", performance).contains("Transferred: 4")) {
                performance = reply();
            }
            assertThat(performance.getFirst()).startsWith("112-Perf Marker");
            List<String> ranges = reply();
            assertThat(ranges).containsExactly("111 Range Marker 6-10");
            data.getOutputStream().write(block(0, 6, 0, "012345"));
            data.getOutputStream().write(block(0x40, 0, 1, ""));
            data.getOutputStream().write(block(0x08, 0, 0, ""));
            List<String> last = reply();
            while (last.getFirst().startsWith("11")) {
                last = reply();
            }
            assertThat(last.getFirst()).startsWith("226");
        }
        assertThat(root.resolve("blocks")).hasContent("0123456789");
    }

    @ParameterizedTest
    @CsvSource({
        "SBUF 65536, 200 Buffers of 65536 bytes.",
        "SBUF 7 65536, 200 SBUF 7 65536",
        "SITE STORBUFSIZE 65536, 250 Buffers of 65536 bytes.",
        "SITE RETRBUFSIZE 65536, 250 Buffers of 65536 bytes."
    })
    void takesBufferSizesBeforeATransfer(String command, String answer) throws IOException {
        assertThat(call(command)).isEqualTo(answer);
        assertThat(get("RETR hello")).isEqualTo("hello, world");
    }

    @Test
    void setsTheSendBufferWhileDataFlow() throws IOException {
        Files.write(root.resolve("big"), new byte[64 << 20]);
        try (Socket data = passive()) {
            assertThat(call("RETR big")).startsWith("150");
            // no one reads: the transfer is under way for as long as we like
            assertThat(call("SBUF 1 32768")).isEqualTo("200 SBUF 1 32768");
            assertThat(call("SBUF 2 65536")).isEqualTo("200 SBUF 2 65536");
            data.getInputStream().readAllBytes();
            assertThat(replies.readLine()).startsWith("226");
        }
    }

    @Test
    void tellsADrsSenderOfItsReceiveBuffer() throws IOException {
        assertThat(call("SBUF 1 0")).startsWith("200 SBUF 1");
        try (Socket data = passive()) {
            assertThat(call("STOR new")).startsWith("150");
            data.getOutputStream().write(new byte[1000]);
            String told = replies.readLine();
            while (!told.startsWith("126")) {
                told = replies.readLine();
            }
            assertThat(told).matches("126 SBUF 1 [1-9]\\d{3,}");
        }
    }

    @Test
    void aSlowReaderHoldsUpNobodyElse() throws IOException {
        Files.write(root.resolve("big"), new byte[64 << 20]);
        try (Socket data = passive();
                Socket other = new Socket(
                        InetAddress.getLoopbackAddress(), gateway.address().getPort())) {
            assertThat(call("RETR big")).startsWith("150");
            data.getInputStream().readNBytes(10_000);
            BufferedReader others =
                    new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
            other.getOutputStream()
                    .write("USER anonymous\r\nPASS x\r\nSIZE hello\r\n".getBytes(StandardCharsets.UTF_8));
            // less than the 30 s after which the gateway gives the slow one up
            other.setSoTimeout(10_000);
            for (String start : List.of("220", "331", "230", "213 12")) {
                assertThat(others.readLine()).startsWith(start);
            }
            assertThat(call("STAT")).startsWith("211").contains("bytes transferred");
        }
    }
}
