package org.waybill.client.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.client.WaybillHome;
import org.waybill.client.dataset.CompositeCounter;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.dataset.StoreCounter;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.host.HostCache;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostProbe;
import org.waybill.client.workflow.ranking.StoreTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.ProbedPath;
import org.waybill.client.workflow.survey.StoreRequests;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Movers;
import org.waybill.protocol.Tool;

/** What advisors of programs work with. */
public final class AdvisorFactory {
    private static final Duration COUNT = Duration.ofSeconds(3);
    private static final long MOST_FILES = 5_000_000;

    private AdvisorFactory() {}

    /**
     * What the usual advisor works with: everything that this machine can find out.
     *
     * @param service null to do without
     * @param servicePatience how long the service may take to start and answer
     * @param agentSocket of the SSH agent, null where there is none
     * @param home this machine's {@code WAYBILL_HOME}, which nodes know it by; null to measure to no nodes
     * @param notes hears what is being done
     */
    public static AdvisorPorts ports(
            @Nullable AdvisorService service,
            Duration servicePatience,
            Credentials credentials,
            @Nullable Path agentSocket,
            @Nullable Path home,
            Consumer<String> notes) {
        ProbeContext context = ProbeContext.system();
        return new AdvisorPorts(
                HostResolver.system(HostAddresses.LOOK_UP),
                new Discovery(DiscoveryBudget.USUAL),
                service,
                servicePatience,
                hosts(credentials, agentSocket, home, false),
                new CompositeCounter(List.of(
                        new LocalCounter(MOST_FILES, COUNT),
                        new StoreCounter(Movers.remoteStores(credentials, agentSocket), MOST_FILES, COUNT))),
                new ProbedPath(context, home, notes),
                new StoreTimer(EndTransfers.usual(credentials, agentSocket, home, context), context, null, notes),
                AdvisorFactory::installed,
                InstantSource.system(),
                notes);
    }

    /** Finds out how long requests take that a copy between two buckets is made of. */
    public static UnprobedEndpoints.RequestTimer requests(Credentials credentials, @Nullable Path agentSocket) {
        return new StoreRequests(Movers.remoteStores(credentials, agentSocket));
    }

    private static HostExaminer hosts(
            Credentials credentials, @Nullable Path agentSocket, @Nullable Path home, boolean marksSources) {
        HostProbe probe = new HostProbe(credentials, agentSocket, home, marksSources);
        return home == null ? probe : new HostCache(probe, new WaybillHome(home).hosts(), InstantSource.system());
    }

    /** The same for a copy, which may make a file beside its source for a moment to prove that a node shows it. */
    public static AdvisorPorts ofCopy(
            AdvisorPorts usual, Credentials credentials, @Nullable Path agentSocket, Path home) {
        return usual.examinedBy(hosts(credentials, agentSocket, home, true));
    }

    /**
     * The same, that may have two servers send each other data to measure the path between them.
     *
     * @param consent the user's explicit wish
     */
    public static AdvisorPorts withThirdPartyProbes(
            AdvisorPorts usual,
            ThirdPartyTransfers.Consent consent,
            Credentials credentials,
            @Nullable Path agentSocket) {
        ProbeContext context = ProbeContext.system();
        return usual.timedBy(new StoreTimer(
                EndTransfers.usual(credentials, agentSocket, null, context), context, consent, usual.notes()));
    }

    /** Whether a tool is on this process's PATH; Waybill itself always is. */
    public static boolean installed(Tool tool) {
        String path = System.getenv("PATH");
        if (tool == Tool.WAYBILL || path == null) {
            return tool == Tool.WAYBILL;
        }
        for (String directory : path.split(":")) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, tool.command()))) {
                return true;
            }
        }
        return false;
    }
}
