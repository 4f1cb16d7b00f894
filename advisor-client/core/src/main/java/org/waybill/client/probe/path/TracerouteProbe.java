package org.waybill.client.probe.path;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.protocol.Protocol;

/** traceroute with one of its methods; ICMP and TCP pass filters that UDP does not, but mostly need privileges. */
public final class TracerouteProbe extends RouteProbe {
    /** What it sends. */
    public enum Method {
        /** To closed ports; needs no privileges. */
        UDP("traceroute", List.of()),
        /** Echo requests. */
        ICMP("traceroute-icmp", List.of("-I")),
        /** SYN to the open port that is known, else that of HTTPS. */
        TCP("traceroute-tcp", List.of("-T", "-p"));

        private final String probeName;

        @SuppressWarnings("ImmutableEnumChecker") // the lists are List.of, which are
        private final List<String> options;

        Method(String probeName, List<String> options) {
            this.probeName = probeName;
            this.options = options;
        }
    }

    private final Method method;

    /** On this host, or elsewhere for the route from there. */
    public TracerouteProbe(Method method, HostCommands commands) {
        super(method.probeName, "traceroute", commands);
        this.method = method;
    }

    @Override
    List<String> command(ProbeSpec spec, HostCommands commands) {
        List<String> command =
                new ArrayList<>(List.of("traceroute", "-n", "-q", "3", "-w", "2", "-m", Integer.toString(MOST_HOPS)));
        command.addAll(method.options);
        if (method == Method.TCP) {
            command.add(Integer.toString(spec.port() == 0 ? Protocol.HTTPS.defaultPort() : spec.port()));
        }
        command.add(spec.address().getHostAddress());
        return command;
    }

    @Override
    Trace parse(String output, ProbeSpec spec) {
        String target = Trace.literal(spec.address().getHostAddress());
        return TracerouteOutput.parse(output, target == null ? "" : target);
    }
}
