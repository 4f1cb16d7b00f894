package org.waybill.cli.advise;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.cli.command.Session;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
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
        AdvisorPorts ports = ports(session, session.advisor());
        return new Advisor(
                thirdParty == null
                        ? ports
                        : AdvisorFactory.withThirdPartyProbes(
                                ports, thirdParty, session.credentials(), session.agent()));
    }

    /** Advice for small transfers, where that is due: it starts and asks no service. */
    public static Optional<Advisor.AdviceResult> brief(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        return FastPathAdvice.of(request, AdvisorClientFactory.isRunning(session.home()), ports(session, null));
    }

    /** Advice while a copy of {@code all} runs, without a word. */
    public static Advisor.AdviceResult beside(Session session, AdviceRequest request, Dataset all)
            throws TransferException, InterruptedException {
        session.advisorClient().prepare();
        return FastPathAdvice.beside(request, all, ports(session, session.advisor()));
    }

    private static AdvisorPorts ports(Session session, @Nullable AdvisorService service) {
        return AdvisorFactory.ports(
                service,
                SERVICE_PATIENCE,
                session.credentials(),
                session.agent(),
                session.home().root(),
                session::note);
    }
}
