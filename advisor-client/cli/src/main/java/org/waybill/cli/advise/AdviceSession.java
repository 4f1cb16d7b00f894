package org.waybill.cli.advise;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.cli.command.Session;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.AdvisorFactory;
import org.waybill.client.workflow.FastPathAdvice;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.kept.AdviceOutcome;
import org.waybill.client.workflow.kept.KeptAdvices;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.engine.ErrorText;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;

/** The usual advisor, with this session's service and the user's credentials. Each advice is kept with its facts. */
public final class AdviceSession {
    /** The embedded service's start is in it. */
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(AdviceSession.class.getName());

    private AdviceSession() {}

    public static Advisor.AdviceResult advise(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        return advise(session, request, usual -> usual);
    }

    /** The same for a copy that is made next. */
    public static Advisor.AdviceResult ofCopy(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        return advise(session, request, usual -> ofCopy(session, usual));
    }

    private static AdvisorPorts ofCopy(Session session, AdvisorPorts usual) {
        return AdvisorFactory.ofCopy(
                usual, session.credentials(), session.agent(), session.home().root());
    }

    /** @param thirdParty the user's wish that two servers send each other test data; null without it */
    static Advisor.AdviceResult advise(
            Session session, AdviceRequest request, ThirdPartyTransfers.@Nullable Consent thirdParty)
            throws TransferException, InterruptedException {
        return advise(
                session,
                request,
                usual -> thirdParty == null
                        ? usual
                        : AdvisorFactory.withThirdPartyProbes(
                                usual, thirdParty, session.credentials(), session.agent()));
    }

    private static Advisor.AdviceResult advise(Session session, AdviceRequest request, UnaryOperator<AdvisorPorts> able)
            throws TransferException, InterruptedException {
        UnprobedEndpoints.requireProxies(List.of(request.source(), request.destination()), session.proxies());
        session.advisorClient().prepare();
        AdvisorPorts ports = able.apply(ports(session, session.advisor()));
        return kept(
                session,
                new Advisor(UnprobedEndpoints.of(request, session.proxies())
                                .within(ports, AdvisorFactory.requests(session.credentials(), session.agent())))
                        .gather(request));
    }

    /** Advice for small transfers, where that is due: it starts and asks no service. */
    public static Optional<Advisor.AdviceResult> brief(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        AdvisorPorts ports = UnprobedEndpoints.of(request, session.proxies()).within(ports(session, null));
        return FastPathAdvice.of(request, AdvisorClientFactory.isRunning(session.home()), ports)
                .map(facts -> kept(session, facts));
    }

    /**
     * Advice while a copy of {@code all} runs, without a word.
     *
     * @param tests whether options without history are measured: that takes a part of the path from the copy for a moment,
     *     so that they show less than they can do
     */
    public static Advisor.AdviceResult beside(Session session, AdviceRequest request, Dataset all, boolean tests)
            throws TransferException, InterruptedException {
        session.advisorClient().prepare();
        AdvisorPorts ports = UnprobedEndpoints.of(request, session.proxies())
                .within(ofCopy(session, ports(session, session.advisor(), _ -> {})));
        return kept(session, FastPathAdvice.beside(request, all, tests ? ports.timer() : TransferTimer.NONE, ports));
    }

    private static Advisor.AdviceResult kept(Session session, AdviceFacts facts) {
        Advisor.AdviceResult result = facts.judge();
        try {
            new KeptAdvices(session.home().advices()).keep(facts, result.advice());
        } catch (IOException e) {
            session.note("waybill: the advice is not kept for 'waybill replay': " + ErrorText.of(e));
        }
        return result;
    }

    /** Adds to a kept advice what came of the option that a copy took; the copy succeeded, whatever comes of this. */
    public static void ended(Session session, String id, Workflow option, TransferResult result) {
        TransferReport report = result.report();
        if (report.resumedBytes() > 0
                || report.unsent().linked() > 0
                || !report.transport().equals(option.transport())
                || result.hops().isEmpty() && !report.via().equals(option.via())) {
            return; // it did less than was forecast, or something else
        }
        try {
            new KeptAdvices(session.home().advices())
                    .ended(
                            id,
                            new AdviceOutcome(
                                    option.id(),
                                    result.seconds(),
                                    report.bytes(),
                                    InstantSource.system().instant()));
        } catch (IOException | TransferException e) {
            LOG.log(System.Logger.Level.DEBUG, "advice {0} has no outcome: {1}", id, e.getMessage());
        }
    }

    private static AdvisorPorts ports(Session session, @Nullable AdvisorService service) {
        return ports(session, service, session::note);
    }

    private static AdvisorPorts ports(Session session, @Nullable AdvisorService service, Consumer<String> notes) {
        return AdvisorFactory.ports(
                service,
                SERVICE_PATIENCE,
                session.credentials(),
                session.agent(),
                session.home().root(),
                notes);
    }
}
