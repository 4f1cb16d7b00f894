package org.waybill.client.workflow;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Located;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.explanation.ReasonFacts;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.explanation.Warnings;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.survey.GeoLookup;
import org.waybill.client.workflow.survey.Suggestions;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.protocol.Tool;

/**
 * Everything that an advice is judged by. The judgement uses no service, clock, file or network: the same facts always
 * give the same advice, today or in another process (decision 0280).
 *
 * @param id of the advice
 * @param version of the Waybill that asked and measured
 * @param zone in which it ran
 * @param now when hosts and paths had been examined: the moment that deadlines are counted from
 * @param adviceSeconds how long it took to find all this out
 * @param sources the source that was named, or the first replica if it cannot be used; then the other replicas
 * @param remarks on replicas that cannot be used
 * @param places of hosts and hops, as far as the service knows them
 * @param missingTools those that this machine does not have
 * @param serviceTrouble why the service was of no use; null if it was
 */
public record AdviceFacts(
        String id,
        String version,
        String zone,
        Instant now,
        double adviceSeconds,
        List<SourceFacts> sources,
        List<Remark> remarks,
        List<Located> places,
        Set<Tool> missingTools,
        @Nullable String serviceTrouble) {
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    public AdviceFacts {
        sources = List.copyOf(sources);
        remarks = List.copyOf(remarks);
        places = List.copyOf(places);
        missingTools = Set.copyOf(missingTools);
    }

    /** A name that sorts by time: {@code 20261127-054540-7f3a}. */
    static String newId(Instant asked) {
        int random = ThreadLocalRandom.current().nextInt(1 << 16);
        return ID_TIME.format(asked) + "-" + String.format(Locale.ROOT, "%04x", random);
    }

    /** The same with places, now that nothing more is asked. */
    AdviceFacts ended(List<Located> itsPlaces, @Nullable String trouble, double seconds) {
        return new AdviceFacts(id, version, zone, now, seconds, sources, remarks, itsPlaces, missingTools, trouble);
    }

    /** What advice was asked about; from a replica where the source cannot be used. */
    public AdviceRequest request() {
        return main().request();
    }

    private SurveyedSource main() {
        return sources.getFirst().surveyed();
    }

    /** The advice that follows from the facts. */
    public Advisor.AdviceResult judge() {
        Survey survey = main().survey();
        List<SourceFacts.Estimates> judged = judged();
        Ranking ranking = new Ranking(request().prefer());
        List<Ranking.EstimatedOption> ranked = ranking.rank(
                judged.stream().flatMap(one -> one.options().stream()).toList());
        List<Workflow> workflows = new Workflows(this::reasonFacts, ranking, main().directory()).of(ranked);
        List<Remark> noted = new ArrayList<>(remarks);
        judged.forEach(one -> noted.addAll(one.remarks()));
        int leftOut = sources.stream().mapToInt(SourceFacts::leftOut).sum();
        GeoLookup map = map(judged);
        Warnings warnings = new Warnings(request(), survey, main().protocols(), ranked, now);
        Advice advice = new Advice(
                map.source(),
                map.destination(),
                survey.ends().scenario(),
                main().protocols(),
                map.paths(),
                Suggestions.near(
                        request().source(), survey.source(), survey.ends().atSource()),
                Suggestions.near(
                        request().destination(),
                        survey.destination(),
                        survey.ends().atDestination()),
                workflows,
                warnings.of(Optional.ofNullable(serviceTrouble), leftOut, noted),
                adviceSeconds,
                id);
        return new Advisor.AdviceResult(
                advice, ranked.stream().map(Ranking.EstimatedOption::candidate).toList(), survey.counted());
    }

    private List<SourceFacts.Estimates> judged() {
        return sources.stream().map(one -> one.judge(now)).toList();
    }

    /** The hosts and paths to be found on a map. */
    GeoLookup map() {
        return map(judged());
    }

    private GeoLookup map(List<SourceFacts.Estimates> judged) {
        List<PathFacts> circuits =
                judged.stream().flatMap(one -> one.circuits().stream()).toList();
        return new GeoLookup(main().survey(), circuits, places);
    }

    private ReasonFacts reasonFacts(Candidate option) {
        SurveyedSource from = sources.stream()
                .map(SourceFacts::surveyed)
                .filter(one -> Objects.equals(one.replica(), option.replica()))
                .findFirst()
                .orElse(main());
        return new ReasonFacts(
                from.request(), from.dataset(), from.path(), from.survey().trains(), missingTools, now);
    }
}
