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
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Quietly;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestNames;

class WholeAnswersTest {
    private final List<Socket> waiting = new ArrayList<>();

    @AfterEach
    void stop() {
        waiting.forEach(Quietly::close);
    }

    private static boolean isReachable(int port) throws Exception {
        return isReachable("127.0.0.1:" + port);
    }

    private static boolean isReachable(String server) throws Exception {
        try (WholeAnswers connections = new WholeAnswers(SSLContext.getDefault(), new TestCredentials().proxies())) {
            return connections.isReachable(URI.create("http://" + server + "/"));
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
    void aServerThatAnswersOrRefusesConnectionsIsThere() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            assertThat(isReachable(port)).isTrue();
        }
        assertThat(isReachable(port)).isTrue();
    }

    /** The kernel asks again for as long as a question lasts. */
    @Test
    void aServerThatIsBusyForAMomentIsThere() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fill(server);
            FutureTask<Boolean> reachable = new FutureTask<>(() -> isReachable(server.getLocalPort()));
            Thread.ofVirtual().start(reachable);
            for (int i = 1; i < waiting.size(); i++) {
                server.accept().close();
            }
            assertThat(reachable.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** No connection to a group leads anywhere: the kernel says so at once, as where this machine has no network. */
    @ParameterizedTest
    @ValueSource(strings = {"224.0.0.1", "nobody" + TestNames.UNANSWERED})
    void aServerThatNoRouteOrNameLeadsToIsNotThere(String host) throws Exception {
        assertThat(isReachable(host)).isFalse();
    }
}
