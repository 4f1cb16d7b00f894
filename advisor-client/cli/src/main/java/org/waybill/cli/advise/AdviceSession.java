package org.waybill.cli.advise;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.host.HostProbe;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.AdvisorFactory;
import org.waybill.client.workflow.FastPathAdvice;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.engine.TransferException;

/** The usual advisor, with this session's service and the user's credentials. */
public final class AdviceSession {
    /** The embedded service's start is in it. */
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);

    private AdviceSession() {}

    public static Advisor advisor(Session session) {
        return advisor(session, null);
    }

    /** @param thirdParty the user's wish that two servers send each other test data; null without it */
    public static Advisor advisor(Session session, ThirdPartyTransfers.@Nullable Consent thirdParty) {
        session.advisorClient().prepare();
        VaultCredentials credentials = session.credentials();
        AdvisorPorts ports = AdvisorFactory.ports(
                session.advisor(),
                SERVICE_PATIENCE,
                credentials,
                agent(session),
                session.home().root(),
                session::note);
        return new Advisor(
                thirdParty == null
                        ? ports
                        : AdvisorFactory.withThirdPartyProbes(ports, thirdParty, credentials, agent(session)));
    }

    /** Advice for moving little, where that is due: it starts and asks no service. */
    public static Optional<Advisor.AdviceResult> brief(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        AdvisorPorts ports = AdvisorFactory.ports(
                null,
                SERVICE_PATIENCE,
                session.credentials(),
                agent(session),
                session.home().root(),
                session::note);
        return FastPathAdvice.of(request, AdvisorClientFactory.isRunning(session.home()), ports);
    }

    /** Looks at machines: at this one directly, at others over SSH. */
    public static HostProbe examiner(Session session) {
        return new HostProbe(session.asking(), agent(session), null);
    }

    /** The SSH agent's socket, null where there is none. */
    public static @Nullable Path agent(Session session) {
        return session.agent();
    }
}
