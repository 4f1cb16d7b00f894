package org.waybill.engine.driver.udp;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.FreshRanges;
import org.waybill.engine.transport.Handshake;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.Receiving;
import org.waybill.engine.transport.Sending;
import org.waybill.engine.transport.SessionParameters;
import org.waybill.engine.transport.plut.PlutAckPolicy;
import org.waybill.engine.transport.plut.PlutRateController;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.CookieJar;

/** send HOST PORT FILE RATE | receive ADDRESS PORT FILE: one channel between two processes, with a fixed key. */
final class UdpBench {
    private UdpBench() {}

    private static void watch(Connection connection, UdpSocket socket, ReceivedData data, long started) {
        if (!Boolean.getBoolean("watch")) {
            return;
        }
        Thread.ofPlatform().daemon().start(() -> {
            long before = 0;
            while (!connection.isDone()) {
                long bytes = data == null ? connection.counters().dataBytes() : data.storedBytes();
                System.out.printf("%5.2f s %7.1f Mbit/s pace %7.1f lost %d dropped %d%n",
                        (System.nanoTime() - started) / 1e9, (bytes - before) * 8e-6 / 0.5,
                        connection.paceBitsPerSecond() / 1e6, connection.counters().lostPackets(), socket.dropped());
                before = bytes;
                try {
                    Thread.sleep(500);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }

    public static void main(String[] args) throws Exception {
        byte[] secret = new byte[32];
        boolean send = args[0].equals("send");
        SessionParameters session = SessionParameters.of(42, send);
        Connection connection;
        UdpSocket socket;
        FileDataSink sink = null;
        ReceivedData data = null;
        if (send) {
            InetAddress host = InetAddress.getByName(args[1]);
            socket = UdpSocket.open(InetAddress.getByName("0.0.0.0"), 0);
            int path = socket.pathOf(new InetSocketAddress(host, Integer.parseInt(args[2])));
            FileDataSource source = new FileDataSource(Path.of(args[3]));
            connection = Connection.sender(session, new AeadProtection(secret, 42, true),
                    Handshake.initiator(path, new byte[0]), new Sending(source, FreshRanges.whole(source),
                            new PlutRateController(Long.parseLong(args[4]), true), CircuitBreaker.DEFAULT));
        } else {
            socket = UdpSocket.open(InetAddress.getByName(args[1]), Integer.parseInt(args[2]));
            sink = new FileDataSink(FileChannel.open(Path.of(args[3]), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
            data = new ReceivedData(sink, List.of());
            UdpSocket own = socket;
            connection = Connection.receiver(session, new AeadProtection(secret, 42, false),
                    Handshake.responder(new CookieJar(secret), own::addressBytes, 42),
                    new Receiving(data, new PlutAckPolicy(new LinuxHostMonitor(own))));
        }
        UdpDriver driver = new UdpDriver(socket, connection, System::nanoTime);
        long started = System.nanoTime();
        watch(connection, socket, data, started);
        driver.run();
        if (sink != null) {
            sink.flush();
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        long bytes = send ? connection.counters().dataBytes() - connection.counters().resentBytes()
                : data.storedBytes();
        com.sun.management.OperatingSystemMXBean os =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.printf("%s %s %.2f s %.1f Mbit/s wire/file %.4f resent %d lost %d refused %d cpu %.2f s mtu %d%n",
                args[0], connection.ending(), seconds, bytes * 8e-6 / seconds,
                connection.counters().sentWireBytes() / (double) bytes, connection.counters().resentBytes(),
                connection.counters().lostPackets(), connection.counters().refusedDatagrams(),
                os.getProcessCpuTime() / 1e9, connection.datagramBytes());
    }
}
