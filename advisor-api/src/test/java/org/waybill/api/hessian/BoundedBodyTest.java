package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedBodyTest {
    /** Answers at once, and then a byte every 100 ms. */
    private static void drip(ServerSocket server) {
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept();
                    OutputStream out = socket.getOutputStream()) {
                out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                while (true) {
                    out.write('x');
                    out.flush();
                    Thread.sleep(100);
                }
            } catch (IOException | InterruptedException gone) {
                // hung up
            }
        });
    }

    @Test
    void anAnswerThatDripsIsLeft() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HttpClient http = HttpClient.newHttpClient()) {
            drip(server);
            HttpResponse<InputStream> response = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"))
                            .timeout(Duration.ofSeconds(1))
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            long startNs = System.nanoTime();
            assertThatThrownBy(() -> BoundedBody.read(response.body(), 1 << 20, Duration.ofSeconds(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the answer takes longer than 1 s");
            assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void aWholeAnswerIsReadAndOneTooLongIsSeen() throws Exception {
        byte[] ten = "0123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(BoundedBody.read(new ByteArrayInputStream(ten), 10, Duration.ofSeconds(5)))
                .isEqualTo(ten);
        assertThat(BoundedBody.read(new ByteArrayInputStream(ten), 9, Duration.ofSeconds(5)))
                .hasSize(10);
    }
}
