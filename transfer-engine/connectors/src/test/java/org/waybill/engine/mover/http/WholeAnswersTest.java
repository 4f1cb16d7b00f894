package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Quietly;
import org.waybill.engine.testserver.TestCredentials;

class WholeAnswersTest {
    private final List<Socket> waiting = new ArrayList<>();

    @AfterEach
    void stop() {
        waiting.forEach(Quietly::close);
    }

    private static boolean isReachable(int port) throws Exception {
        try (WholeAnswers connections = new WholeAnswers(SSLContext.getDefault(), new TestCredentials().proxies())) {
            return connections.isReachable(URI.create("http://127.0.0.1:" + port + "/"));
        }
    }

    /** The kernel drops what comes when as many wait as a program lets wait. */
    private void fill(ServerSocket silent) throws IOException {
        for (int i = 0; i < 10; i++) {
            Socket one = new Socket();
            waiting.add(one);
            try {
                one.connect(silent.getLocalSocketAddress(), 500);
            } catch (SocketTimeoutException _) {
                return;
            }
        }
        throw new IllegalStateException("the kernel lets more wait than " + waiting.size());
    }

    @Test
    void aServerThatAnswersOrRefusesConnectionsIsThereAndOneThatDoesNotIsNot() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            assertThat(isReachable(port)).isTrue();
            fill(server);
            assertThat(isReachable(port)).isFalse();
        }
        assertThat(isReachable(port)).isTrue();
    }
}
