package org.waybill.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostProbe;
import org.waybill.client.remote.AdvisorClients;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.AdvisorPorts;
import org.waybill.client.workflow.Advisors;
import org.waybill.client.workflow.FastPathAdvice;
import org.waybill.engine.TransferException;

/** The usual advisor, with this session's service and the user's credentials. */
final class Advising {
    /** The embedded service's start is in it. */
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);

    private Advising() {}

    static Advisor advisor(Session session) {
        return advisor(session, null);
    }

    /** @param thirdParty the user's wish that two servers send each other test data; null without it */
    static Advisor advisor(Session session, ThirdPartyTransfers.@Nullable Consent thirdParty) {
        session.advisor().prepare();
        VaultCredentials credentials = session.credentials();
        AdvisorPorts ports = Advisors.ports(session.advisor(), SERVICE_PATIENCE, credentials, agent(session),
                session.home().root(), session::note);
        return new Advisor(thirdParty == null ? ports
                : Advisors.withThirdPartyProbes(ports, thirdParty, credentials, agent(session)));
    }

    /** Advice for moving little, where that is due: it starts and asks no service. */
    static Optional<Advisor.AdviceResult> brief(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        AdvisorPorts ports = Advisors.ports(null, SERVICE_PATIENCE, session.credentials(), agent(session),
                session.home().root(), session::note);
        return FastPathAdvice.of(request, AdvisorClients.isRunning(session.home()), ports);
    }

    /** Looks at machines: at this one directly, at others over SSH. */
    static HostExaminer examiner(Session session) {
        return new HostProbe(session.credentials(), agent(session));
    }

    /** The SSH agent's socket, null where there is none. */
    static @Nullable Path agent(Session session) {
        String socket = session.terminal().environment().getOrDefault("SSH_AUTH_SOCK", "");
        return socket.isEmpty() ? null : Path.of(socket);
    }
}
