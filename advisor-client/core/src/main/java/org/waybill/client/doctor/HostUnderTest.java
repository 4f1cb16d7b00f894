package org.waybill.client.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;

/**
 * What is known of one host. Nulls are unknown, and what needs them is not judged.
 *
 * @param host empty for this machine
 * @param receiveBufferMaxBytes third number of {@code tcp_rmem}
 * @param sendBufferMaxBytes third number of {@code tcp_wmem}
 * @param socketReceiveMaxBytes {@code rmem_max}
 * @param socketSendMaxBytes {@code wmem_max}
 * @param runnableProcesses that want a processor, the fewest of several looks
 * @param diskReadBytesPerSecond from the directory where data are, past the page cache
 * @param diskWriteBytesPerSecond to the directory where data go
 * @param cipherBytesPerSecond of AES-128-GCM in a second of one core's time, once it is warm
 * @param quota what a control group leaves of the processors
 */
public record HostUnderTest(
        String host,
        @Nullable Long receiveBufferMaxBytes,
        @Nullable Long sendBufferMaxBytes,
        @Nullable Long socketReceiveMaxBytes,
        @Nullable Long socketSendMaxBytes,
        @Nullable String congestionControl,
        List<String> congestionControls,
        @Nullable Integer mtuBytes,
        @Nullable Integer cpus,
        @Nullable Integer runnableProcesses,
        @Nullable Double diskReadBytesPerSecond,
        @Nullable Double diskWriteBytesPerSecond,
        @Nullable Double cipherBytesPerSecond,
        @Nullable CpuQuota quota) {

    public HostUnderTest {
        congestionControls = List.copyOf(congestionControls);
    }

    /** A host that nobody could look at. */
    public static HostUnderTest unknown(String host) {
        return of(HostFacts.unknown(host, List.of()), DiskRates.UNKNOWN, null, null);
    }

    /** From a host's profile and what was measured there; null where it was not. */
    public static HostUnderTest of(HostFacts facts, DiskRates disk, @Nullable Double cipher, @Nullable CpuQuota quota) {
        TcpSettings known = facts.tcp();
        TcpSettings tcp = known == null ? new TcpSettings(null, null, null, null, null, List.of(), null, null) : known;
        return new HostUnderTest(
                facts.host(),
                tcp.receiveBufferMaxBytes(),
                tcp.sendBufferMaxBytes(),
                tcp.socketReceiveMaxBytes(),
                tcp.socketSendMaxBytes(),
                tcp.congestionControl(),
                tcp.congestionControls(),
                tcp.mtuBytes(),
                facts.cpus(),
                facts.runnableProcesses(),
                disk.readBytesPerSecond(),
                disk.writeBytesPerSecond(),
                cipher,
                quota);
    }

    String name() {
        return host.isEmpty() ? "this machine" : host;
    }
}
