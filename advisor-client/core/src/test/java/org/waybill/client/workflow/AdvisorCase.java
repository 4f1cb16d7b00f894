package org.waybill.client.workflow;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.TransferException;

/** Advisors with what this machine has, and the advice of them. */
abstract class AdvisorCase {
    /** What is there answers at once, but not on every machine at every moment. */
    static final Discovery PATIENT = new Discovery(
            new DiscoveryBudget(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30), 512 * 1024));

    @TempDir
    Path directory;

    static Advice advise(String from, String to) throws TransferException, InterruptedException {
        return advisor()
                .advise(AdviceRequest.of(EndpointParser.parse(from), EndpointParser.parse(to)))
                .advice();
    }

    static Advisor advisor() {
        return advisor(null);
    }

    static Advisor advisor(@Nullable AdvisorService service) {
        LocalHost localHost = new LocalHost(Path.of("/"));
        return new Advisor(new AdvisorPorts(
                HostResolver.system(Duration.ofSeconds(5)),
                PATIENT,
                service,
                Duration.ofSeconds(5),
                (end, _, _) -> end.isLocal()
                        ? localHost.examine(end.location().path())
                        : HostFacts.unknown(end.host(), List.of()),
                new LocalCounter(1_000_000, Duration.ofSeconds(2)),
                PathSurveyor.NONE,
                TransferTimer.NONE,
                tool -> true,
                InstantSource.system(),
                note -> {}));
    }
}
