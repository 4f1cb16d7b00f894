package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.explanation.ReasonFacts;
import org.waybill.client.workflow.explanation.Reasons;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.script.Steps;
import org.waybill.client.workflow.script.StorageSystemSteps;
import org.waybill.engine.Location;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * Turns ranked candidates into the workflows of an advice.
 *
 * @param known the facts for an option's reasons
 */
record Workflows(Function<Candidate, ReasonFacts> known, Ranking ranking, boolean directory) {
    List<Workflow> of(List<Ranking.EstimatedOption> ranked) {
        List<Workflow> workflows = new ArrayList<>();
        List<String> ids = OptionIds.of(
                ranked.stream().map(Ranking.EstimatedOption::candidate).toList());
        for (int i = 0; i < ranked.size(); i++) {
            Candidate candidate = ranked.get(i).candidate();
            int rank = i + 1;
            ReasonFacts facts = known.apply(candidate);
            Security security = Security.of(candidate);
            workflows.add(new Workflow(
                    rank,
                    ids.get(i),
                    title(candidate),
                    candidate.transport(),
                    candidate.via(),
                    candidate.streams(),
                    security.sentence(),
                    ranked.get(i).estimate(),
                    Reasons.of(ranked, rank, facts, ranking),
                    Steps.of(candidate, directory, paired(candidate, facts)),
                    candidate.tool().command(),
                    candidate.movable(),
                    candidate.circuit(),
                    candidate.replica()));
        }
        return workflows;
    }

    /** A node answers trains, and shows that it has SSH's files, only to whom it is paired with. */
    private static Set<Location> paired(Candidate candidate, ReasonFacts facts) {
        Set<Location> paired = new HashSet<>();
        if (hasProved(candidate, facts, facts.request().source())) {
            paired.add(candidate.source());
        }
        if (hasProved(candidate, facts, facts.request().destination())) {
            paired.add(candidate.destination());
        }
        return paired;
    }

    private static boolean hasProved(Candidate candidate, ReasonFacts facts, Endpoint end) {
        boolean shown = candidate.pathSure() && PathEquivalence.of(end, Protocol.WAYBILL) == PathEquivalence.LIKELY;
        return candidate.isByEngine() && !end.isLocal() && (shown || facts.trains() != null);
    }

    private static String title(Candidate candidate) {
        String tool = candidate.isByEngine()
                ? "Waybill's engine over " + candidate.transport().toUpperCase(Locale.ROOT)
                : candidate.tool() == Tool.CP
                        ? "a copy on this machine"
                        : protocol(candidate) + " with " + candidate.tool().command();
        return tool
                + between(candidate)
                + (candidate.replica() == null
                        ? ""
                        : ", from " + candidate.replica().host())
                + (candidate.circuit() == null
                        ? ""
                        : ", over a circuit of " + candidate.circuit().system());
    }

    private static String between(Candidate candidate) {
        if (candidate.isStaged()) {
            return ", staged at " + String.join(" and ", candidate.via());
        }
        if (candidate.throughHere()) {
            return ", through this machine";
        }
        if (candidate.staysInServer()) {
            return ", by the server itself";
        }
        return candidate.isThirdPartyDirect() ? ", straight between the two hosts" : "";
    }

    private static String protocol(Candidate candidate) {
        if (candidate.isStaged()) {
            return candidate.protocol().title();
        }
        if (StorageSystemSteps.isOne(candidate)) {
            return "SRM and " + title(candidate.transport().substring(StorageSystemSteps.TRANSPORT.length()));
        }
        if (candidate.isBy(Transport.RSYNC_OVER_SSH)) {
            return "rsync over SSH";
        }
        String source = title(candidate.source());
        String destination = title(candidate.destination());
        if (source.isEmpty() || source.equals(destination)) {
            return destination;
        }
        return destination.isEmpty() ? source : source + " to " + destination;
    }

    private static String title(Location end) {
        return end.isLocal() ? "" : title(end.scheme());
    }

    private static String title(String scheme) {
        return Protocols.ofUrl(scheme).map(Protocol::title).orElse(scheme);
    }
}
