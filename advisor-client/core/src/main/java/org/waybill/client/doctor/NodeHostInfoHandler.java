package org.waybill.client.doctor;

import java.nio.file.Path;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.host.RemoteHost;
import org.waybill.engine.node.HostInfoHandler;

/** A node's answer to another machine's doctor: the tables that are read over SSH else, and a second of measuring. */
public final class NodeHostInfoHandler implements HostInfoHandler {
    static final String DISK_WRITE = "disk_write";
    static final String CIPHER = "cipher";

    /** One question at a time: two measurements at once would measure each other. */
    @Override
    public synchronized String examine(Path dataDirectory) {
        StringBuilder text = new StringBuilder(new LocalHost(Path.of("/")).tables(dataDirectory.toString()));
        LocalMeasurements.diskWriteBytesPerSecond(dataDirectory)
                .ifPresent(rate -> text.append(RemoteHost.table(DISK_WRITE, String.valueOf(rate.longValue()))));
        return text.append(RemoteHost.table(CIPHER,
                String.valueOf((long) LocalMeasurements.cipherBytesPerSecond()))).toString();
    }
}
