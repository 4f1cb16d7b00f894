package org.waybill.engine.mover.gridftp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.testserver.HostileServer;

/** What will never come is waited for as long as the limit says, here half a second. */
class BlockPipeTest {
    private static final int LAST = 8 | 64;

    private static void send(HostileServer.Peer peer, long offset, int connections, String lastWord)
            throws IOException, InterruptedException {
        String[] port = peer.last("PORT .*").split("[ ,]");
        try (Socket data = new Socket(
                InetAddress.getLoopbackAddress(), Integer.parseInt(port[5]) * 256 + Integer.parseInt(port[6]))) {
            data.getOutputStream()
                    .write(ByteBuffer.allocate(17 + 1000 + 17)
                            .put((byte) 0)
                            .putLong(1000)
                            .putLong(offset)
                            .put(new byte[1000])
                            .put((byte) LAST)
                            .putLong(0)
                            .putLong(connections)
                            .array());
            peer.say("150 here\r\n" + lastWord);
            Thread.sleep(30_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 1, 226 done, left a gap at offset 0",
        "1000, 1, '', left a gap at offset 0",
        "9223372036854770000, 1, 226 done, left a gap at offset 0",
        "0, 2, 226 done, kept the data connections open"
    })
    @Timeout(20)
    void endsWhereNothingCanComeAnyMore(long offset, int connections, String lastWord, String words) throws Exception {
        try (HostileServer server = HostileServer.start(peer -> {
                    peer.say("220 hello\r\n");
                    while (true) {
                        if (peer.line().startsWith("RETR")) {
                            send(peer, offset, connections, lastWord.isEmpty() ? "" : lastWord + "\r\n");
                        }
                        peer.say("200 fine\r\n");
                    }
                });
                ServerConnection connection = ServerConnection.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                        "anonymous",
                        "x@",
                        Duration.ofSeconds(10))) {
            FileReader reading = new ServerFiles(connection, "here", Duration.ofSeconds(10))
                    .retrieve("/t", new TransferSpec('E', "", -1, -1, 2, 0, -1));
            try (InputStream pipe = BlockPipe.start(reading, 0, Duration.ofMillis(500), connection::close)) {
                assertThatThrownBy(pipe::readAllBytes).hasMessageContaining(words);
            }
        }
    }

    /** A sender that was refused, and whose server hung up before the refusal had reached the pipe. */
    private static final class Refused implements DataSource {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void pumpTo(DataSink sink) throws InterruptedException {
            closed.await();
        }

        @Override
        public IOException failure() {
            return new PeerLimits.Exceeded("headers do not end");
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    @Timeout(20)
    void aServerThatHangsUpDoesNotHideWhyItsDataWereRefused() throws Exception {
        FileReader reading = new FileReader(new Refused(), 0, markers -> {
            throw new IOException("the server closed the control connection");
        });
        try (InputStream pipe = BlockPipe.start(reading, 0, Duration.ofSeconds(10), () -> {})) {
            assertThatThrownBy(pipe::readAllBytes).hasCauseInstanceOf(PeerLimits.Exceeded.class);
        }
    }
}
