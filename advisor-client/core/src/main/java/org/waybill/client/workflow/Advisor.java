package org.waybill.client.workflow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.StorageClass;
import org.waybill.client.Amounts;
import org.waybill.client.dataset.Counted;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.Usability;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.EndCosts;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathInputs;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;
import org.waybill.engine.TransferException;
import org.waybill.planner.forecast.TransferQuery;

/**
 * Advises how to move data: finds out what both ends and the network can do, lists the ways, forecasts each, ranks and
 * explains them (Lu 2011, section 4.1: NADMA). The judgement is a pure function of what was found out.
 */
public final class Advisor {
    private static final long LEAST_JOB_TO_PROBE_BYTES = 64L << 20;
    private static final int MOST_TRANSPORTS_PROBED = 3;

    private final AdvisorPorts ports;

    public Advisor(AdvisorPorts ports) {
        this.ports = ports;
    }

    /** Advice together with what a script or a move needs of it: the candidates in the order of the workflows. */
    public record Counsel(Advice advice, List<Candidate> candidates, Optional<Counted> counted) {
        public Counsel {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * The advice.
     *
     * @throws TransferException for what makes any advice pointless: an unknown host, a source that is not there
     */
    public Counsel advise(AdviceRequest request) throws TransferException, InterruptedException {
        ServiceDesk desk = new ServiceDesk(ports.service(), ports.servicePatience());
        Survey survey = new Surveyor(ports, desk).survey(request);
        List<ProtocolFacts> protocols = Usability.judge(survey.ends());
        Instant now = ports.clock().instant();
        report(desk, survey.ends().atSource(), now);
        report(desk, survey.ends().atDestination(), now);
        Dataset dataset = survey.counted().map(Counted::dataset).orElse(null);
        PathInputs path = inputs(survey);
        boolean directory = survey.counted().map(Counted::directory)
                .orElse(FileNames.saysDirectory(request.source().location().path()));
        List<Candidate> all = Detours.with(Relayed.with(
                Candidates.of(survey.ends(), protocols, request.streams(), directory), survey), survey,
                request.streams(), directory);
        List<Candidate> candidates = request.secure() ? all.stream()
                .filter(one -> Security.of(one, true).protectsData()).toList() : all;
        ports.notes().accept("forecasting " + Amounts.counted(candidates.size(), "way"));
        List<Ranking.Judged> judged = judge(candidates, dataset, path, survey, desk);
        Ranking ranking = new Ranking(request.prefer());
        Facts facts = new Facts(request, dataset, path, missing(candidates), now);
        List<Ranking.Judged> ranked = ranking.rank(judged);
        List<Workflow> workflows = new Workflows(facts, ranking, directory).of(ranked);
        Places places = new Places(desk, survey);
        Warnings warnings = new Warnings(request, survey, protocols, all, ranked, now);
        Advice advice = new Advice(places.source(), places.destination(), survey.ends().scenario(), protocols,
                places.paths(), Suggestions.near(request.source(), survey.source(), survey.ends().atSource()),
                Suggestions.near(request.destination(), survey.destination(), survey.ends().atDestination()),
                workflows, warnings.of(desk.trouble()));
        return new Counsel(advice, ranked.stream().map(Ranking.Judged::candidate).toList(), survey.counted());
    }

    private void report(ServiceDesk desk, @Nullable HostFindings findings, Instant now) {
        if (findings == null) {
            return;
        }
        List<ServiceEndpoint> found = findings.ports().stream().filter(PortFinding::isOpen)
                .map(port -> new ServiceEndpoint(port.protocol(), findings.host(), port.port(), port.banner(), now))
                .toList();
        desk.report(findings.host(), found);
    }

    private Set<Tool> missing(List<Candidate> candidates) {
        Set<Tool> missing = EnumSet.noneOf(Tool.class);
        for (Candidate candidate : candidates) {
            if (candidate.tool() != Tool.WAYBILL && !ports.installed().test(candidate.tool())) {
                missing.add(candidate.tool());
            }
        }
        return missing;
    }

    private List<Ranking.Judged> judge(List<Candidate> candidates, @Nullable Dataset dataset, PathInputs path,
            Survey survey, ServiceDesk desk) throws InterruptedException {
        List<Ranking.Judged> judged = new ArrayList<>();
        if (dataset == null) {
            candidates.forEach(candidate -> judged.add(new Ranking.Judged(candidate, Estimate.UNKNOWN)));
            return judged;
        }
        List<Forecast> forecasts = desk.forecast(candidates.stream()
                .map(candidate -> query(candidate, dataset, path, survey)).toList());
        Map<String, Optional<RateFit>> lines = new HashMap<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            @Nullable Forecast forecast = i < forecasts.size() ? forecasts.get(i) : null;
            boolean history = forecast != null && forecast.basis() == ForecastBasis.HISTORY;
            if (candidate.isStaged()) {
                judged.add(new Ranking.Judged(candidate, Staged.estimate(candidate, dataset, desk)));
                continue;
            }
            if (!candidate.via().isEmpty() && !history) {
                judged.add(new Ranking.Judged(candidate, Estimate.UNKNOWN));
                continue;
            }
            Optional<RateFit> line = Optional.empty();
            boolean fits = candidate.movable() && !candidate.isThirdPartyDirect() && !candidate.throughHere();
            if (!history && fits && worthProbing(dataset, path)) {
                line = lines.getOrDefault(candidate.transport(), Optional.empty());
                if (!lines.containsKey(candidate.transport()) && lines.size() < MOST_TRANSPORTS_PROBED) {
                    line = ports.timer().time(candidate, share(dataset));
                    lines.put(candidate.transport(), line);
                }
            }
            Estimate estimate = Estimator.estimate(dataset, new Estimator.How(candidate.transport(),
                    reckoned(candidate)), forecast, line.orElse(null), pathOf(candidate, path, survey));
            judged.add(new Ranking.Judged(candidate, estimate));
        }
        return judged;
    }

    /** One at a time, or they would measure each other; together within the time that one may take. */
    private static TransferBudget share(Dataset dataset) {
        TransferBudget whole = TransferBudget.forJob(dataset.bytes());
        return new TransferBudget(whole.maxBytes(), whole.maxTime().dividedBy(MOST_TRANSPORTS_PROBED));
    }

    /** Small data are moved sooner than measured, and on one machine there is no path to measure. */
    private static boolean worthProbing(Dataset dataset, PathInputs path) {
        return dataset.bytes() >= LEAST_JOB_TO_PROBE_BYTES && !path.sameMachine();
    }

    /** What lies between two other machines cannot be seen from here. */
    private static PathInputs pathOf(Candidate candidate, PathInputs path, Survey survey) {
        boolean seen = candidate.source().isLocal() || candidate.destination().isLocal();
        return seen || survey.isOnOneMachine() ? path : PathInputs.UNKNOWN;
    }

    private static int reckoned(Candidate candidate) {
        if (candidate.streams() > 0) {
            return candidate.streams();
        }
        return candidate.tool() == Tool.WAYBILL ? TransferQuery.AUTO_STREAMS : 1;
    }

    private static ForecastQuery query(Candidate candidate, Dataset dataset, PathInputs path, Survey survey) {
        PathInputs seen = pathOf(candidate, path, survey);
        EndCosts ends = EndCosts.of(candidate.transport(), dataset.bytes(), seen);
        return new ForecastQuery(survey.source().facts().host(), survey.destination().facts().host(),
                candidate.transport(), String.join(",", candidate.via()), reckoned(candidate), StorageClass.DISK,
                dataset.bytes(), dataset.files(), Estimator.rttMillis(seen), seen.bottleneckBitsPerSecond(),
                seen.lossRatio(), ends.setupSeconds(), ends.bitsPerSecond());
    }

    /** What estimates need, from the path survey and from discovery's own connections. */
    private static PathInputs inputs(Survey survey) {
        HostFacts slower = fewerCpus(survey.source().facts(), survey.destination().facts());
        if (survey.ends().scenario() == Scenario.LOCAL_TO_LOCAL) {
            return new PathInputs(null, null, null, null, null, null, true, slower.cpus(), slower.loadAverage());
        }
        PathFacts path = survey.internetPath();
        Double rtt = path == null ? null : path.rttMillis();
        if (rtt == null) {
            OptionalDouble connect = rtt(survey.ends());
            rtt = connect.isPresent() ? Double.valueOf(connect.getAsDouble()) : null;
        }
        TcpSettings sender = survey.source().facts().tcp();
        TcpSettings receiver = survey.destination().facts().tcp();
        Long send = sender == null ? null : sender.sendBufferMaxBytes();
        Long receive = receiver == null ? null : receiver.receiveBufferMaxBytes();
        Long window = send == null ? receive : receive == null ? send : Long.valueOf(Math.min(send, receive));
        boolean oneMachine = survey.isOnOneMachine();
        return new PathInputs(rtt, path == null || oneMachine ? null : path.bottleneckBitsPerSecond(), null,
                link(survey), window, sender == null ? null : sender.congestionControl(), oneMachine,
                slower.cpus(), slower.loadAverage());
    }

    private static HostFacts fewerCpus(HostFacts one, HostFacts other) {
        Integer cpus = one.cpus();
        Integer others = other.cpus();
        return cpus == null || (others != null && others < cpus) ? other : one;
    }

    /** The speed of the slower of the two interfaces, as far as they are known. */
    private static @Nullable Double link(Survey survey) {
        TcpSettings source = survey.source().facts().tcp();
        TcpSettings destination = survey.destination().facts().tcp();
        Double one = source == null ? null : source.linkBitsPerSecond();
        Double other = destination == null ? null : destination.linkBitsPerSecond();
        return one == null ? other : other == null ? one : Double.valueOf(Math.min(one, other));
    }

    private static OptionalDouble rtt(Usability.Ends ends) {
        HostFindings far = ends.atDestination() == null ? ends.atSource() : ends.atDestination();
        return far == null ? OptionalDouble.empty() : far.rttMillis();
    }
}
