package org.waybill.api.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;

/** What the HTTP status of whatever answers in the service's place means. */
@Timeout(30)
class HessianRefusalTest {
    private static final StrictSerializerFactory FACTORY =
            new StrictSerializerFactory(HessianLimits.DEFAULT, AdvisorService.class);

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST, answered 400 said so",
        "404, UNREACHABLE, answered 404: no advisor service is there",
        "409, CONFLICT, answered 409: another request has changed the same meanwhile (said so); look at it again",
        "413, TOO_LARGE, answered 413 said so",
        "502, UNREACHABLE, answered 502 said so",
        "507, DISK_FULL, answered 507 said so"
    })
    void isOneLineWithItsCode(int status, String code, String words) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HessianClient client = new HessianClient(
                        () -> "token", null, Duration.ofSeconds(5), Duration.ofSeconds(20), FACTORY)) {
            Thread.ofVirtual().start(() -> answer(server, status));
            AdvisorService service = client.at(
                    URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hessian/advisor"), AdvisorService.class);
            assertThatThrownBy(service::info)
                    .isInstanceOfSatisfying(
                            ServiceException.class,
                            refused -> assertThat(refused.code()).isEqualTo(code))
                    .hasMessageContaining(words)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .doesNotContain("\n", "<");
        }
    }

    private static void answer(ServerSocket server, int status) {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            byte[] request = new byte[8 << 10];
            if (in.read(request) > 0) {
                String body = status == 404 ? "<html>\nnot found\n</html>" : "said\nso";
                socket.getOutputStream()
                        .write(("HTTP/1.1 " + status + " X\r\nConnection: close\r\nContent-Length: " + body.length()
                                        + "\r\n\r\n" + body)
                                .getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                in.transferTo(OutputStream.nullOutputStream());
            }
        } catch (IOException gone) {
            // hung up
        }
    }
}
