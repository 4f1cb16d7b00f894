package org.waybill.engine.mover.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.mover.s3.ScaledMover.MIB;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestFiles;

/** Uploads over lines that carry little or nothing. The mover's clock runs fast, so that its 90 s are one second and a half. */
class SlowLineTest {
    private static final int CLOCK_RATE = 60;
    private static final Patience SHORT = new Patience(Duration.ofMillis(1_500), Duration.ofSeconds(6));

    @TempDir
    private Path here;

    private S3Server server;
    private TcpForwarder line;
    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = S3Server.start(here, here.resolve("buckets/bucket"));
        int port = URI.create(server.url()).getPort();
        line = new TcpForwarder(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:" + line.port());
    }

    @AfterEach
    void stop() throws Exception {
        line.close();
        server.close();
    }

    private void put(Path source, Runnable atFirstByte) throws TransferException, InterruptedException {
        Mover mover = ScaledMover.of(SHORT, PartMemory.OF_PROCESS, CLOCK_RATE);
        mover.move(
                TransferRequest.of(Location.local(source.toString()), server.location("/copy")),
                new TransferListener() {
                    private boolean began;

                    @Override
                    public void onProgress(Progress progress) {
                        if (!began && progress.bytesDone() > 0) {
                            began = true;
                            atFirstByte.run();
                        }
                    }

                    @Override
                    public void onEvent(String code, String text) {
                        told.add(code);
                    }
                });
    }

    @Test
    void partsThatAreLongOnTheirWayAreNotTakenForSilence() throws Exception {
        Path source = TestFiles.random(here.resolve("source"), 16 * MIB, 1);
        line.slow(2 * MIB);
        long startNs = System.nanoTime();
        put(source, () -> {});
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(SHORT.silence());
        assertThat(told).doesNotContain("SILENCE");
        assertThat(here.resolve("buckets/bucket/copy")).satisfies(sameContentAs(source));
        assertThat(line.carriedBytes()).as("nothing is sent twice").isLessThan(17 * MIB);
    }

    @Test
    void aConnectionThatCarriesNothingMoreIsOpenedAgain() throws Exception {
        Path source = TestFiles.random(here.resolve("source"), 64 * MIB, 1);
        line.slow(8 * MIB);
        put(source, line::swallowAll);
        assertThat(here.resolve("buckets/bucket/copy")).satisfies(sameContentAs(source));
    }
}
