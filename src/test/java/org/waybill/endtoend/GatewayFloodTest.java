package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.gateway.Gateway;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.engine.gateway.GatewaySettings;
import org.waybill.engine.node.Baseline;
import org.waybill.engine.node.Flood;
import org.waybill.engine.testserver.FtpDownload;

/**
 * Connections of strangers together with an FTP client that fetches a file at its own pace. Here, since the tests of the
 * gateway's module may run beside those of another.
 */
@Tag("alone")
@Tag("attack")
@Timeout(300)
class GatewayFloodTest {
    private static final int BITS_PER_SECOND = 20_000_000;
    private static final int PIECE_BYTES = 50_000;
    private static final int MOST_ATTEMPTS = 20;

    @TempDir
    private Path directory;

    /** What a connection says at once, and then, a byte a second. */
    enum Kind {
        SILENT("", ""),
        DRIPPING("", "USER a"),
        LOGGED_IN("USER anonymous\r\nPASS x\r\nPASV\r\n", ""),
        FULL_LINES("NOOP\r\nFEAT\r\n", "N");

        private final byte[] first;
        private final byte[] drops;

        Kind(String first, String drops) {
            this.first = first.getBytes(StandardCharsets.US_ASCII);
            this.drops = drops.getBytes(StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @CsvSource({"SILENT,true", "LOGGED_IN,false"})
    void aTransferKeepsFourFifthsOfItsRate(Kind kind, boolean everywhere) throws Exception {
        keepsItsRate(kind, everywhere, 1_000, 5_000_000);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "SILENT,true",
        "SILENT,false",
        "DRIPPING,true",
        "DRIPPING,false",
        "LOGGED_IN,true",
        "LOGGED_IN,false",
        "FULL_LINES,true",
        "FULL_LINES,false"
    })
    void aTransferKeepsFourFifthsOfItsRateAmongTenThousand(Kind kind, boolean everywhere) throws Exception {
        keepsItsRate(kind, everywhere, 10_000, 25_000_000);
    }

    private void keepsItsRate(Kind kind, boolean everywhere, int connections, int bytes) throws Exception {
        Files.write(directory.resolve("file"), new byte[bytes]);
        try (Gateway gateway = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(directory, false),
                GatewayListener.NONE)) {
            rate(gateway.address(), bytes / 10);
            Baseline before = Baseline.now();
            double alone = rate(gateway.address(), bytes);
            double beside;
            double newcomer;
            try (Flood flood = new Flood(
                    gateway.address(),
                    connections,
                    kind.first,
                    kind.drops,
                    true,
                    everywhere ? Flood::everywhere : Flood::nearby)) {
                CompletableFuture<Double> all = CompletableFuture.supplyAsync(() -> rate(gateway.address(), bytes));
                flood.awaitOpened(connections);
                newcomer = rate(gateway.address(), bytes);
                beside = all.join();
            }
            System.out.printf(
                    "%s from %s: %.1f Mbit/s alone, %.1f beside, %.1f begun beside%n",
                    kind, everywhere ? "everywhere" : "nearby", alone / 1e6, beside / 1e6, newcomer / 1e6);
            assertThat(beside).isGreaterThan(0.8 * alone);
            assertThat(newcomer).isGreaterThan(0.8 * alone);
            before.awaitBack();
        }
    }

    /**
     * Of a transfer of its own, with its log-in. A newcomer from the very address of a flood may be sent away before
     * its transfer has started, and tries again, as FTP clients do.
     */
    private static double rate(InetSocketAddress gateway, int bytes) {
        long startNs = System.nanoTime();
        AtomicBoolean begun = new AtomicBoolean();
        for (int attempt = 1; true; attempt++) {
            try {
                FtpDownload.of(gateway, "file", data -> {
                    read(data, bytes, begun);
                    return bytes;
                });
                return bytes * 8e9 / (System.nanoTime() - startNs);
            } catch (SocketException e) {
                if (begun.get() || attempt == MOST_ATTEMPTS) {
                    throw new IllegalStateException(e);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void read(InputStream in, int bytes, AtomicBoolean begun) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        byte[] piece = new byte[PIECE_BYTES];
        for (long done = 0; done < bytes; ) {
            int read = in.readNBytes(piece, 0, (int) Math.min(piece.length, bytes - done));
            if (read == 0) {
                throw new SocketException("closed after " + done + " of " + bytes + " bytes");
            }
            begun.set(true);
            done += read;
            long aheadNs = startNs + done * 8_000_000_000L / BITS_PER_SECOND - System.nanoTime();
            if (aheadNs > 0) {
                Thread.sleep(aheadNs / 1_000_000);
            }
        }
    }
}
