package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.api.HostProfile;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.HumanUnits;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * The engine's options once more over relays: over those paths that the service forecasts to pay (Rizk's split choice),
 * with that forecast, and over each relay that the catalogue names for either host. What the latter bring is known only
 * from transfers that took them: without any they are listed without a forecast, after those that have one. Relays that
 * did harm between these hosts are left out.
 *
 * @param forecasts the service's for paths between the hosts; empty where it has none
 */
record RelayOptions(List<Candidate> direct, Survey survey, List<PathForecast> forecasts) {
    private static final int MOST_RELAYS = 3;
    private static final int MOST_ASKED = 8;

    /** Asks the service about paths if any option could use them. */
    static RelayOptions of(List<Candidate> direct, Survey survey, AdvisorConnection desk) throws InterruptedException {
        boolean none = direct.stream().noneMatch(RelayOptions::takesRelays);
        return new RelayOptions(
                direct,
                survey,
                none
                        ? List.of()
                        : desk.paths(
                                survey.source().facts().host(),
                                survey.destination().facts().host(),
                                MOST_ASKED));
    }

    private static boolean takesRelays(Candidate option) {
        return option.tool() == Tool.WAYBILL
                && option.isBy(Transport.TCP)
                && option.movable()
                && option.circuit() == null
                && !option.isStaged()
                && !option.isThirdPartyDirect()
                && !option.throughHere();
    }

    /** The direct options, and those over relays. */
    List<Candidate> all() {
        List<Candidate> all = new ArrayList<>();
        for (Candidate option : direct) {
            all.add(takesRelays(option) ? compared(option) : option);
            if (takesRelays(option)) {
                relayed().filter(PathForecast::pays).limit(MOST_RELAYS).forEach(path -> all.add(option.through(path)));
                unmeasured().forEach(relay -> all.add(option.through(List.of(relay))));
            }
        }
        return all;
    }

    /** A direct option beside those that pay: forecast by measurements of the same kind, if it has none of its own. */
    private Candidate compared(Candidate option) {
        return relayed().noneMatch(PathForecast::pays)
                ? option
                : forecasts.stream()
                        .filter(path -> path.via().isEmpty() && path.bitsPerSecond() != null)
                        .findFirst()
                        .map(option::through)
                        .orElse(option);
    }

    private Stream<PathForecast> relayed() {
        return forecasts.stream().filter(path -> !path.via().isEmpty());
    }

    /** Those of the catalogue that neither are options already nor did harm. */
    private List<String> unmeasured() {
        Set<String> relays = new LinkedHashSet<>();
        survey.destination().profile().map(HostProfile::relays).ifPresent(relays::addAll);
        survey.source().profile().map(HostProfile::relays).ifPresent(relays::addAll);
        return relays.stream()
                .filter(relay -> relayed()
                        .noneMatch(path ->
                                path.via().equals(List.of(relay)) && (path.pays() || path.harmPercent() != null)))
                .limit(MOST_RELAYS)
                .toList();
    }

    /** Why relays that are known are no options. */
    List<Remark> remarks() {
        List<Remark> remarks = new ArrayList<>();
        relayed()
                .filter(path -> path.harmPercent() != null)
                .forEach(path -> remarks.add(new Remark(
                        ReasonCode.RELAYS_DID_HARM,
                        String.format(
                                Locale.ROOT,
                                "not via %s: the last transfer over it was %.0f %% slower than the direct path",
                                String.join(", ", path.via()),
                                path.harmPercent()))));
        relayed()
                .filter(path -> path.harmPercent() == null && path.promisesTooLittle())
                .findFirst()
                .filter(_ -> relayed().noneMatch(PathForecast::pays))
                .ifPresent(path -> remarks.add(new Remark(
                        ReasonCode.RELAYS_DO_NOT_PAY,
                        String.format(
                                Locale.ROOT,
                                "the best path over relays, via %s, is forecast to carry %+.0f %% compared with the"
                                        + " direct path; relays are used from +%.0f %% on",
                                String.join(", ", path.via()),
                                path.improvementPercent(),
                                path.thresholdPercent()))));
        together().ifPresent(remarks::add);
        return remarks;
    }

    /** Paths that {@code copy --via disjoint} uses at once, where there are several that were measured. */
    private Optional<Remark> together() {
        List<PathForecast> paths = forecasts.stream()
                .filter(path -> path.stripes() && path.bitsPerSecond() != null)
                .toList();
        return paths.size() < 2
                ? Optional.empty()
                : Optional.of(new Remark(
                        ReasonCode.RELAYS_TOGETHER,
                        String.format(
                                Locale.ROOT,
                                "%d paths without a common relay are forecast to carry %s together if they share no"
                                        + " link (%s): copy --via disjoint",
                                paths.size(),
                                HumanUnits.rate(paths.stream()
                                        .map(PathForecast::bitsPerSecond)
                                        .mapToDouble(Objects::requireNonNull)
                                        .sum()),
                                paths.stream()
                                        .map(path -> path.via().isEmpty()
                                                ? "direct"
                                                : "via " + String.join(", ", path.via()))
                                        .collect(Collectors.joining("; ")))));
    }
}
