package org.waybill.client.doctor;

import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.host.RemoteHost;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.node.HostInfoHandler;

/** A node's answer to another machine's doctor: the tables that are read over SSH else, and a second of measuring. */
public final class NodeHostInfoHandler implements HostInfoHandler {
    static final String DISK_WRITE = "disk_write";
    static final String DISK_READ = "disk_read";
    static final String CIPHER = "cipher";

    /** One question at a time: two measurements at once would measure each other. */
    @Override
    public synchronized String examine(Path dataDirectory, InetAddress local) {
        StringBuilder text = new StringBuilder(new LocalHost(Path.of("/")).tables(dataDirectory.toString(), local));
        try {
            HostCommands commands = new LocalCommands();
            DiskRates disk = RemoteHostUnderTest.disk(commands, dataDirectory.toString());
            table(text, DISK_WRITE, disk.writeBytesPerSecond());
            table(text, DISK_READ, disk.readBytesPerSecond());
            table(text, CIPHER, LocalMeasurements.cipherBytesPerSecond());
            CpuQuota.of(commands).ifPresent(quota -> text.append(RemoteHost.table("quota", quota.told())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return text.toString();
    }

    private static void table(StringBuilder text, String name, @Nullable Double rate) {
        if (rate != null) {
            text.append(RemoteHost.table(name, String.valueOf(rate.longValue())));
        }
    }
}
