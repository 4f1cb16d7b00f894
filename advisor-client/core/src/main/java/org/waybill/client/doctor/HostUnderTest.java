package org.waybill.client.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;
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
 * @param loadAverage processes that want to run: over the last minute or at the moment, whichever are more
 * @param diskWriteBytesPerSecond to the directory where data go
 * @param cipherBytesPerSecond of the fastest usual cipher on one core
 */
public record HostUnderTest(String host, @Nullable Long receiveBufferMaxBytes, @Nullable Long sendBufferMaxBytes,
        @Nullable Long socketReceiveMaxBytes, @Nullable Long socketSendMaxBytes, @Nullable String congestionControl,
        List<String> congestionControls, @Nullable Integer mtuBytes, @Nullable Integer cpus,
        @Nullable Double loadAverage, @Nullable Double diskWriteBytesPerSecond,
        @Nullable Double cipherBytesPerSecond) {

    public HostUnderTest {
        congestionControls = List.copyOf(congestionControls);
    }

    /** From a host's profile; disk and cipher are unknown until they have been measured. */
    public static HostUnderTest of(HostFacts facts) {
        TcpSettings tcp = facts.tcp();
        Double load = facts.loadAverage();
        Integer now = facts.runnableProcesses();
        Double busy = now == null ? load : Double.valueOf(load == null ? now : Math.max(load, now));
        if (tcp == null) {
            return new HostUnderTest(facts.host(), null, null, null, null, null, List.of(), null, facts.cpus(),
                    busy, null, null);
        }
        return new HostUnderTest(facts.host(), tcp.receiveBufferMaxBytes(), tcp.sendBufferMaxBytes(),
                tcp.socketReceiveMaxBytes(), tcp.socketSendMaxBytes(), tcp.congestionControl(),
                tcp.congestionControls(), tcp.mtuBytes(), facts.cpus(), busy, null, null);
    }

    /** With measured rates; null where they were not measured. */
    public HostUnderTest measured(@Nullable Double diskWrite, @Nullable Double cipher) {
        return new HostUnderTest(host, receiveBufferMaxBytes, sendBufferMaxBytes, socketReceiveMaxBytes,
                socketSendMaxBytes,
                congestionControl, congestionControls, mtuBytes, cpus, loadAverage, diskWrite, cipher);
    }

    String name() {
        return host.isEmpty() ? "this machine" : host;
    }
}
