package org.waybill.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.path.PathDiscovery;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.AdvisorPorts;
import org.waybill.client.workflow.PathSurveyor;
import org.waybill.client.workflow.Tool;
import org.waybill.client.workflow.TransferTimer;

/** Puts the advisor together from this machine's network, tables, tools and advisor service. */
final class Advisors {
    private static final Duration NAME_PATIENCE = Duration.ofSeconds(5);
    private static final Duration COUNTING = Duration.ofSeconds(3);
    private static final long MOST_FILES = 2_000_000;
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);
    private static final long PATH_BYTES = 64 << 10;

    private Advisors() {}

    static Advisor of(Session session) {
        session.advisor().prepare();
        return new Advisor(new AdvisorPorts(HostResolver.system(NAME_PATIENCE), new Discovery(DiscoveryBudget.USUAL),
                session.advisor(), SERVICE_PATIENCE, examiner(session),
                new LocalCounter(MOST_FILES, COUNTING), paths(), TransferTimer.NONE,
                tool -> isInstalled(tool, session.terminal().environment()), InstantSource.system(), session::note));
    }

    /** Looks at machines. */
    static HostExaminer examiner(Session session) {
        LocalHost here = new LocalHost(Path.of("/"));
        return (end, sshPort) -> examine(here, end);
    }

    private static HostFacts examine(LocalHost here, Endpoint end) {
        return end.isLocal() ? here.examine(end.location().path()) : HostFacts.unknown(end.host(), List.of());
    }

    private static PathSurveyor paths() {
        return far -> {
            PathFacts facts = PathDiscovery.local().discover(new ProbeSpec(far.host(), far.address(), far.openPort(),
                    far.budget(), PATH_BYTES), ProbeContext.system()).facts();
            return facts.method().isEmpty() ? List.of() : List.of(facts);
        };
    }

    private static boolean isInstalled(Tool tool, Map<String, String> environment) {
        for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, tool.command()))) {
                return true;
            }
        }
        return false;
    }
}
