package org.waybill.engine.overlay;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.node.NodeLimits;
import org.waybill.engine.node.WaybillNode;
import org.waybill.planner.admission.AdmissionLimits;

/**
 * What relaying costs: processor seconds per GB from one socket to another on loopback, directly and through a relay of
 * this process, in turns; and the heap while 200 paths carry data at once. {@code RelayCostBench GIGABYTES}; run it
 * with {@code -Xmx128m}.
 */
final class RelayCostBench {
    private static final int PIECE = 256 << 10;
    /** The sinks share the memory outside of the heap with the relay here. */
    private static final int SMALL_PIECE = 16 << 10;

    private static final int MANY = 200;
    private static final int ROUNDS = 3;

    private RelayCostBench() {}

    /** Takes connections and throws away what comes. */
    private static ServerSocketChannel drain(int bufferBytes) throws IOException {
        ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    SocketChannel channel = listener.accept();
                    Thread.ofPlatform().daemon().start(() -> {
                        ByteBuffer buffer = ByteBuffer.allocateDirect(bufferBytes);
                        try (channel) {
                            while (channel.read(buffer.clear()) >= 0) {
                                Thread.onSpinWait();
                            }
                        } catch (IOException ended) {
                            // the sender has cut it
                        }
                    });
                }
            } catch (IOException closed) {
                // the benchmark is over
            }
        });
        return listener;
    }

    private static double cpuSecondsPerGigabyte(SocketChannel channel, long bytes) throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);
        long startCpu = system.getProcessCpuTime();
        long startNanos = System.nanoTime();
        for (long left = bytes; left > 0; left -= PIECE) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double cpu = (system.getProcessCpuTime() - startCpu) / 1e9;
        System.out.printf(
                Locale.ROOT, "    %.1f Gbit/s, %.2f s CPU per GB%n", bytes * 8 / seconds / 1e9, cpu / (bytes / 1e9));
        return cpu / (bytes / 1e9);
    }

    public static void main(String[] arguments) throws Exception {
        long bytes = (long) (Double.parseDouble(arguments[0]) * 1e9);
        Path directory = Files.createTempDirectory("relay-cost");
        try (OverlayFixture overlay = new OverlayFixture(directory);
                ServerSocketChannel sink = drain(PIECE);
                ServerSocketChannel smallSink = drain(SMALL_PIECE)) {
            Path home = overlay.end.home;
            // all come from one address here: two connections a path
            WaybillNode relay = overlay.relay(
                    home,
                    new RelaySettings(
                            true,
                            true,
                            new RelaySettings.Capacity(256, 256, 512, 64 << 20, Duration.ofSeconds(60)),
                            0,
                            0),
                    NodeLimits.DEFAULT.withConnections(AdmissionLimits.DEFAULT.withConnections(4 * MANY, 3 * MANY)));
            PathOpener opener = new PathOpener(home, RouteTokens.NONE);
            NodeAddress end = new NodeAddress("127.0.0.1", sink.socket().getLocalPort());
            List<NodeAddress> hops = List.of(OverlayFixture.address(relay));
            double direct = Double.MAX_VALUE;
            double relayed = Double.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                try (SocketChannel channel = SocketChannel.open(sink.getLocalAddress())) {
                    System.out.println("direct");
                    direct = Math.min(direct, cpuSecondsPerGigabyte(channel, bytes));
                }
                try (VirtualPath path = opener.open(hops, end, 1L << 50);
                        SocketChannel channel = path.dial()) {
                    System.out.println("relayed");
                    relayed = Math.min(relayed, cpuSecondsPerGigabyte(channel, bytes));
                }
            }
            System.out.printf(Locale.ROOT, "relayed / direct: %.2f times the processor time%n", relayed / direct);
            many(opener, hops, new NodeAddress("127.0.0.1", smallSink.socket().getLocalPort()), relay);
        }
    }

    private static void many(PathOpener opener, List<NodeAddress> hops, NodeAddress end, WaybillNode relay)
            throws Exception {
        List<VirtualPath> paths = new ArrayList<>();
        List<SocketChannel> streams = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                VirtualPath path = opener.open(hops, end, 1L << 40);
                path.watch(why -> System.out.println("lost: " + why));
                paths.add(path);
                SocketChannel stream = path.dial();
                streams.add(stream);
                Thread.ofVirtual().start(() -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
                    try {
                        while (true) {
                            stream.write(buffer.clear());
                            Thread.sleep(1);
                        }
                    } catch (IOException | InterruptedException ended) {
                        // the benchmark is over
                    }
                });
            }
            Thread.sleep(3000);
            System.gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            System.out.printf(
                    Locale.ROOT,
                    "%d paths, %d streams at once: heap %.1f MiB of at most %.0f (client, relay "
                            + "and sink in one process)%n",
                    relay.relayMeter().circuits(),
                    relay.relayMeter().streams(),
                    used / 1048576.0,
                    Runtime.getRuntime().maxMemory() / 1048576.0);
        } finally {
            for (SocketChannel stream : streams) {
                stream.close();
            }
            paths.forEach(VirtualPath::close);
        }
    }
}
