package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;

/**
 * {@code kill -9} of the middle one of three relays, at a random moment of a transfer: it continues within 10 s, ends
 * in a verified file within 30 s, and sends little again. The rate is limited, so that what is left of the file at the
 * kill needs some seconds of network and little processor.
 */
@Timeout(240)
class RelayKillTest {
    /** Of a killed relay little is lost; one that hangs lets all windows and buffers fill before it is noticed. */
    private static final long MOST_RESENT = 16 << 20;

    private static final long MOST_RESENT_AFTER_SILENCE = 64 << 20;
    private static final long FILE_BYTES = 48 << 20;
    private static final long RATE = 80_000_000;
    /** In silence what arrives is no longer read, so there must be more of it than may be lost. */
    private static final int MORE_FOR_SILENCE = 2;

    private static final Set<String> LOST = Set.of("PATH_BROKEN", "PATH_LOST", "PATH_DEAD");
    private static final double RESUMED_WITHIN_SECONDS = 10;
    private static final double DONE_WITHIN_SECONDS = 30;

    @TempDir
    private Path directory;

    static LongStream someSeeds() {
        return LongStream.of(1, 2);
    }

    static LongStream nightlySeeds() {
        return LongStream.range(100, 120);
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void goesOnWhenTheMiddleRelayIsKilled(long seed) throws Exception {
        killOnce(seed, false);
    }

    /** As when its cable is pulled: nothing is closed, nothing comes any more. */
    @Test
    void goesOnWhenTheMiddleRelayFallsSilent() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "/bin/kill is not there");
        killOnce(7, true);
    }

    @ParameterizedTest
    @MethodSource("nightlySeeds")
    @Tag("nightly")
    void goesOnWhenTheMiddleRelayIsKilledAtTwentyMoments(long seed) throws Exception {
        killOnce(seed, false);
    }

    private void killOnce(long seed, boolean freeze) throws Exception {
        try (OverlayFixture overlay = new OverlayFixture(directory)) {
            WaybillNode first = overlay.relay();
            WaybillNode last = overlay.relay();
            Path source = overlay.end.file("source", freeze ? MORE_FOR_SILENCE * FILE_BYTES : FILE_BYTES, seed);
            Process middle = start(overlay.end.home, directory.resolve("middle"));
            try {
                String via = "127.0.0.1:" + port(middle);
                NetworkPaths networkPaths =
                        NetworkPaths.through(List.of(OverlayFixture.name(first), via, OverlayFixture.name(last)));
                Watcher watcher = new Watcher();
                CompletableFuture<TransferReport> moved = CompletableFuture.supplyAsync(() -> {
                    try {
                        return overlay.push(
                                source, "/copy", networkPaths, freeze ? MORE_FOR_SILENCE * RATE : RATE, watcher);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                Waiting.until(() -> watcher.done.get() > 2_000_000 || moved.isDone(), 60_000);
                Thread.sleep(new Random(seed).nextInt(freeze ? 1000 : 3000));
                long atKill = watcher.done.get();
                long killedNanos = System.nanoTime();
                watcher.relayDies();
                assertThat(moved.isDone()).as("over before the kill").isFalse();
                if (freeze) {
                    new ProcessBuilder("/bin/kill", "-STOP", String.valueOf(middle.pid()))
                            .start()
                            .waitFor();
                } else {
                    middle.destroyForcibly().waitFor();
                }
                TransferReport report = moved.get(120, TimeUnit.SECONDS);
                double endSeconds = (System.nanoTime() - killedNanos) / 1e9;
                double noticedSeconds = (watcher.noticedNanos - killedNanos) / 1e9;
                double resumedSeconds = (watcher.resumedNanos - killedNanos) / 1e9;
                System.out.printf(
                        "seed %d: killed at %.0f MB, noticed after %.2f s, goes on after %.2f s, done after"
                                + " %.1f s, sent again %.1f MB%n",
                        seed,
                        atKill / 1e6,
                        noticedSeconds,
                        resumedSeconds,
                        endSeconds,
                        report.retransmittedBytes() / 1e6);
                assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
                assertThat(watcher.noticedNanos).as("noticed at all").isNotZero();
                assertThat(watcher.resumedNanos).as("went on another way").isNotZero();
                assertThat(resumedSeconds).as("goes on within").isLessThan(RESUMED_WITHIN_SECONDS);
                assertThat(endSeconds).as("verified within, after the kill").isLessThan(DONE_WITHIN_SECONDS);
                assertThat(report.retransmittedBytes())
                        .isLessThanOrEqualTo(freeze ? MOST_RESENT_AFTER_SILENCE : MOST_RESENT);
                assertThat(relayed(report))
                        .as("some of it went over the relays")
                        .isPositive();
            } finally {
                middle.destroyForcibly();
            }
        }
    }

    private static long relayed(TransferReport report) {
        return report.paths().stream()
                .filter(share -> !share.via().isEmpty())
                .mapToLong(TransferReport.PathShare::bytes)
                .sum();
    }

    /**
     * How far it is, when it was noticed that the relay is gone, and when something first came another way: what had
     * passed the relay before still arrives, and is no sign that it continues.
     */
    private static final class Watcher implements TransferListener {
        final AtomicLong done = new AtomicLong();
        volatile long noticedNanos;
        volatile long resumedNanos;
        private boolean dying;
        private long reopenedAtBytes = Long.MAX_VALUE;

        synchronized void relayDies() {
            dying = true;
        }

        @Override
        public synchronized void onProgress(Progress progress) {
            done.set(progress.bytesDone());
            if (resumedNanos == 0 && progress.bytesDone() > reopenedAtBytes) {
                resumedNanos = System.nanoTime();
            }
        }

        @Override
        public synchronized void onEvent(String code, String text) {
            System.out.println("  " + code + " " + text);
            if (dying && noticedNanos == 0 && LOST.contains(code)) {
                noticedNanos = System.nanoTime();
            } else if (noticedNanos != 0 && code.equals("PATH_OPEN") && reopenedAtBytes == Long.MAX_VALUE) {
                reopenedAtBytes = done.get();
            }
        }
    }

    private static int port(Process relay) throws IOException {
        BufferedReader out = relay.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("port=")) {
                return Integer.parseInt(line.substring(5));
            }
        }
        throw new IOException("the relay did not start");
    }

    private static Process start(Path home, Path data) throws IOException {
        Files.createDirectories(data);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayKillTest.class.getName(),
                        home.toString(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** A relay in a process of its own. */
    public static void main(String[] arguments) throws Exception {
        NodeSettings settings = NodeSettings.onLoopback(Path.of(arguments[0]), Path.of(arguments[1]))
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (WaybillNode node = WaybillNode.start(settings)) {
            System.out.println("port=" + node.address().getPort());
            node.awaitClose();
        }
    }
}
