package org.waybill.engine.node;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;

/**
 * {@code node HOME DATA ADDRESS PORT} or {@code move TRANSPORT HOME FILE ADDRESS PORT RATE}: the two ends of a transfer
 * in processes of their own, to be measured in a laboratory without the command line.
 */
final class DatagramBench {
    private DatagramBench() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("node")) {
            WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(Path.of(args[1]), Path.of(args[2]))
                    .withListen(new InetSocketAddress(args[3], Integer.parseInt(args[4]))));
            System.out.println("node at " + node.address());
            System.in.read();
            cpu("node");
            node.close();
            System.exit(0);
        }
        Path home = Path.of(args[2]);
        Mover mover =
                switch (args[1]) {
                    case "tcp" -> new EngineMover(home);
                    default -> EngineMover.by(DatagramTerms.Transport.valueOf(args[1].toUpperCase(Locale.ROOT)), home);
                };
        Location target = new Location("waybill", null, args[4], Integer.parseInt(args[5]), "/target");
        long rate = args[1].equals("tcp") ? 0 : Long.parseLong(args[6]);
        TransferReport report = mover.move(
                new TransferRequest(
                                Location.local(args[3]),
                                target,
                                NetworkPaths.DIRECT,
                                new DataOptions(Integer.getInteger("streams", 0), rate, TransferRequest.Verify.SHA256))
                        .onDedicatedPath(true),
                Boolean.getBoolean("watch") ? new Watch() : TransferListener.NONE);
        System.out.printf(
                "%s %.2f s %.1f Mbit/s streams %d resent %d resumed %d%n",
                report.transport(),
                report.seconds(),
                report.goodputBitsPerSecond() / 1e6,
                report.streams(),
                report.retransmittedBytes(),
                report.resumedBytes());
        cpu("move");
    }

    /** Prints the rate once a second. */
    private static final class Watch implements TransferListener {
        private final long startedNs = System.nanoTime();
        private long shownNs = startedNs;
        private long bytes;

        @Override
        public void onProgress(Progress progress) {
            long nowNs = System.nanoTime();
            if (nowNs - shownNs >= 1_000_000_000L) {
                System.out.printf(
                        "%5.1f s %7.1f Mbit/s%n",
                        (nowNs - startedNs) / 1e9, (progress.bytesDone() - bytes) * 8e3 / (nowNs - shownNs));
                shownNs = nowNs;
                bytes = progress.bytesDone();
            }
        }
    }

    private static void cpu(String who) {
        com.sun.management.OperatingSystemMXBean os =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.printf("%s cpu %.2f s%n", who, os.getProcessCpuTime() / 1e9);
    }
}
