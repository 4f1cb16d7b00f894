package org.waybill.client.probe.path;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeResult;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.socket.NativeSocket;
import org.waybill.client.probe.socket.PlatformThread;

/** The project's own trace, for hosts without tracepath and traceroute: UDP first, then ICMP echo where it may. */
public final class BuiltInRouteProbe implements Probe {
    @Override
    public String name() {
        return "own-trace";
    }

    @Override
    public CanRun canRun(ProbeSpec spec) {
        return NativeSocket.isSupported()
                ? new CanRun.Yes()
                : new CanRun.No("the error queue of sockets is supported on 64-bit Linux only");
    }

    @Override
    public ProbeResult run(ProbeSpec spec, ProbeContext context) throws InterruptedException {
        List<String> log = new ArrayList<>();
        try {
            Trace trace = PlatformThread.call("own-trace", () -> trace(spec, log));
            String diagnostics = String.join("\n", log);
            return trace.hops().isEmpty()
                    ? new ProbeResult.Failed("own-trace: no hop answered", diagnostics)
                    : new ProbeResult.Traced(trace.hops(), trace.reached(), trace.mtuAtMostBytes(), diagnostics);
        } catch (IOException e) {
            return new ProbeResult.Failed("own-trace: " + e.getMessage(), String.join("\n", log));
        }
    }

    private static Trace trace(ProbeSpec spec, List<String> log) throws IOException, InterruptedException {
        Duration half = spec.budget().dividedBy(2);
        Trace udp;
        try (TtlProber prober = new UdpProber(spec.address())) {
            udp = new BuiltInTrace(prober).run(half);
        }
        log.add("udp: " + udp);
        if (udp.reached()) {
            return udp;
        }
        try (TtlProber prober = new EchoProber(spec.address(), RandomGenerator.getDefault())) {
            Trace icmp = new BuiltInTrace(prober).run(half);
            log.add("icmp: " + icmp);
            return udp.completedBy(icmp);
        } catch (IOException e) {
            log.add("icmp: " + e.getMessage());
            return udp;
        }
    }
}
