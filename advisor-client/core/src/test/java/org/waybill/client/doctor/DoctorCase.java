package org.waybill.client.doctor;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;

/** Hosts, paths and test transfers from which the tests of the doctor have their facts, and what is judged of them. */
abstract class DoctorCase {
    static final long BIG = 256L << 20;
    static final PathMeasurements LONG_PATH = new PathMeasurements(100, 1e9, 1500, null, true, null, null);
    static final NameMeasurements NAME =
            new NameMeasurements("b", 0.01, List.of(new NameMeasurements.Address("10.77.2.1", false, 40.0, 0)));
    static final PathMeasurements PATH = new PathMeasurements(40, 100e6, 1500, 0.0, true, 0.0, null);

    static RemoteHostUnderTest healthy(String host) {
        return healthy(host, 1500);
    }

    static RemoteHostUnderTest healthy(String host, int mtuBytes) {
        return under(
                host,
                BIG,
                BIG,
                BIG,
                BIG,
                "cubic",
                List.of("reno", "cubic", "bbr"),
                mtuBytes,
                8,
                1,
                3e9,
                2e9,
                3e9,
                null);
    }

    static RemoteHostUnderTest under(
            String host,
            Long receiveBuffer,
            Long sendBuffer,
            Long socketReceive,
            Long socketSend,
            String control,
            List<String> controls,
            int mtu,
            int cpus,
            int runnable,
            double diskRead,
            double diskWrite,
            double cipher,
            CpuQuota quota) {
        TcpSettings tcp =
                new TcpSettings(receiveBuffer, sendBuffer, socketReceive, socketSend, control, controls, mtu, null);
        HostFacts facts = new HostFacts(
                host,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                HostFacts.LOCAL,
                null,
                cpus,
                tcp,
                runnable,
                null,
                null,
                null,
                null,
                null);
        return new RemoteHostUnderTest(facts, diskWrite, cipher, diskRead, quota);
    }

    static RemoteHostUnderTest host(String name, long receive, long send, double disk, double cipher, double cores) {
        return under(
                name,
                receive,
                send,
                BIG,
                BIG,
                "cubic",
                List.of("cubic", "bbr"),
                1500,
                8,
                1,
                disk,
                disk,
                cipher,
                cores == 0 ? null : new CpuQuota(cores, "/sys/fs/cgroup/x/cpu.max", 100, 90));
    }

    static TestTransfer steady(double bitsPerSecond) {
        return new TestTransfer(bitsPerSecond, bitsPerSecond, null, null, null, null, 0, 0, 0, null, false);
    }

    static TestTransfer flight(double bitsPerSecond, double several, double loss, double loadedRttMillis) {
        return new TestTransfer(bitsPerSecond, 90e6, several, loss, loadedRttMillis, 0.0, 0, 0, 0.1, 0.05, false);
    }

    static DoctorFacts from(RemoteHostUnderTest here, RemoteHostUnderTest far, PathMeasurements path, TestTransfer up) {
        return new DoctorFacts(here, far, path, up, steady(95e6), NAME);
    }

    static Set<DoctorCode> codes(List<Finding> findings) {
        return findings.stream()
                .map(Finding::code)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(DoctorCode.class)));
    }

    static List<Finding> judged(RemoteHostUnderTest sender, RemoteHostUnderTest receiver, PathMeasurements path) {
        return new DirectionRules(sender, receiver, path, null).findings();
    }
}
