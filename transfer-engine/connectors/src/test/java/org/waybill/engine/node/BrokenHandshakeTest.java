package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;

/** A node that sheds connections, as under a flood, before their handshakes are done. */
@Timeout(60)
class BrokenHandshakeTest {
    @TempDir
    private Path directory;

    private final AtomicInteger connections = new AtomicInteger();

    @Test
    void aHandshakeThatIsResetOrClosedIsTriedAgain() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory);
                ServerSocket door = door()) {
            Thread.ofVirtual().start(() -> serve(door, 2, engine.node.address()));
            Path source = engine.file("data/source", 100_000, 1);
            TransferReport report = new EngineMover(engine.home).move(through(door, source), TransferListener.NONE);
            assertThat(report.bytes()).isEqualTo(100_000);
            assertThat(engine.data.resolve("copy")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void whatBreaksOffEveryHandshakeIsSaidToDoSo() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory);
                ServerSocket door = door()) {
            Thread.ofVirtual().start(() -> serve(door, Integer.MAX_VALUE, engine.node.address()));
            Path source = engine.file("data/source", 10, 1);
            assertThatThrownBy(() -> new EngineMover(engine.home).move(through(door, source), TransferListener.NONE))
                    .isInstanceOfSatisfying(TransferException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE);
                        assertThat(e.getMessage())
                                .contains("does not answer as a node", "breaks handshakes off")
                                .hasLineCount(1);
                    });
            assertThat(connections).hasValue(4);
        }
    }

    /** Also what a machine says that is too slow itself, as under a faked clock. */
    @Test
    @Tag("nightly")
    void aHandshakeThatCreepsIsSaidToTakeTooLong() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory);
                ServerSocket door = door()) {
            Thread.ofVirtual().start(() -> creep(door));
            Path source = engine.file("data/source", 10, 1);
            assertThatThrownBy(() -> new EngineMover(engine.home).move(through(door, source), TransferListener.NONE))
                    .isInstanceOfSatisfying(TransferException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE);
                        assertThat(e.getMessage())
                                .contains("a handshake takes more than 20 s")
                                .hasLineCount(1);
                    });
        }
    }

    /** A record of a handshake, byte by byte. */
    private static void creep(ServerSocket door) {
        try (Socket visitor = door.accept()) {
            visitor.getOutputStream().write(new byte[] {22, 3, 3, 1, 0, 2, 0, 0, (byte) 252});
            while (true) {
                visitor.getOutputStream().write(0);
                Thread.sleep(1000);
            }
        } catch (IOException | InterruptedException _) {
            // the test is over
        }
    }

    private static TransferRequest through(ServerSocket door, Path source) {
        return EngineFixture.request(
                Location.local(source.toString()), EngineFixture.remote(door.getLocalPort(), "/copy"), 1, 0);
    }

    private static ServerSocket door() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Breaks the first connections off, one by a reset and one by its end; leads the others to the node. */
    private void serve(ServerSocket door, int broken, InetSocketAddress node) {
        try {
            while (true) {
                Socket visitor = door.accept();
                int number = connections.incrementAndGet();
                if (number <= broken) {
                    visitor.getInputStream().read();
                    visitor.setSoLinger(number % 2 == 1, 0);
                    visitor.getInputStream().skip(visitor.getInputStream().available());
                    visitor.close();
                } else {
                    Socket inner = new Socket(node.getAddress(), node.getPort());
                    Thread.ofVirtual().start(() -> pass(visitor, inner));
                    Thread.ofVirtual().start(() -> pass(inner, visitor));
                }
            }
        } catch (IOException _) {
            // the test is over
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // that is how they end
        }
    }
}
