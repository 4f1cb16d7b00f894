package org.waybill.service.connection;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The container's own connector, with few places. */
@Timeout(30)
class AdmissionProtocolTest {
    private static final int REFUSED = 50;

    @TempDir
    private Path home;

    @Test
    void aConnectionWithoutAPlaceIsClosedAtOnceAndNotCounted() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AdmissionProtocol protocol = new AdmissionProtocol();
        protocol.limit(AdmissionProtocol.LIMITS.withConnections(8, 1));
        Tomcat tomcat = server(protocol, asked, answer);
        try (Socket working = connect(tomcat)) {
            working.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            asked.await();
            for (int i = 0; i < REFUSED; i++) {
                try (Socket newcomer = connect(tomcat)) {
                    newcomer.setSoTimeout(5_000);
                    assertThat(end(newcomer)).isTrue();
                }
            }
            // the acceptor counts the next one before it comes
            assertThat(protocol.getConnectionCount()).isLessThanOrEqualTo(2);
        } finally {
            answer.countDown();
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private Tomcat server(AdmissionProtocol protocol, CountDownLatch asked, CountDownLatch answer) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(home.toString());
        protocol.setPort(0);
        tomcat.setConnector(new Connector(protocol));
        Context context = tomcat.addContext("", home.toString());
        Tomcat.addServlet(context, "slow", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                asked.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        context.addServletMappingDecoded("/", "slow");
        tomcat.start();
        return tomcat;
    }

    private static Socket connect(Tomcat tomcat) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", tomcat.getConnector().getLocalPort()));
        return socket;
    }

    /** Whether the remote host closes the connection, in any way. */
    private static boolean end(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }
}
