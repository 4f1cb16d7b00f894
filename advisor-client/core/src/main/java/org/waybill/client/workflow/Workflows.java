package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Turns ranked candidates into the workflows of an advice. */
final class Workflows {
    private final Facts facts;
    private final Ranking ranking;
    private final boolean directory;

    Workflows(Facts facts, Ranking ranking, boolean directory) {
        this.facts = facts;
        this.ranking = ranking;
        this.directory = directory;
    }

    List<Workflow> of(List<Ranking.Judged> ranked) {
        List<Workflow> workflows = new ArrayList<>();
        for (int i = 0; i < ranked.size(); i++) {
            Candidate candidate = ranked.get(i).candidate();
            int rank = i + 1;
            Security security = Security.of(candidate, facts.request().secure());
            workflows.add(new Workflow(rank, title(candidate), candidate.transport(), candidate.via(),
                    candidate.streams(), security.sentence(), ranked.get(i).estimate(),
                    Reasons.of(ranked.get(i), rank, facts, ranking),
                    Steps.of(candidate, facts.request().secure(), directory), candidate.tool().command(),
                    candidate.movable()));
        }
        return workflows;
    }

    private static String title(Candidate candidate) {
        String tool = switch (candidate.tool()) {
            case WAYBILL -> "Waybill's engine over TCP";
            case CP -> "a copy on this machine";
            default -> protocol(candidate) + " with " + candidate.tool().command();
        };
        if (candidate.isStaged()) {
            return tool + ", staged at " + String.join(" and ", candidate.via());
        }
        if (candidate.throughHere()) {
            return tool + ", through this machine";
        }
        return candidate.isThirdPartyDirect() ? tool + ", straight between the two hosts" : tool;
    }

    private static String protocol(Candidate candidate) {
        if (candidate.transport().equals("rsync+ssh")) {
            return "rsync over SSH";
        }
        String source = candidate.source().isLocal() ? "" : candidate.source().scheme().toUpperCase(Locale.ROOT);
        String destination = candidate.destination().isLocal() ? ""
                : candidate.destination().scheme().toUpperCase(Locale.ROOT);
        if (source.isEmpty() || source.equals(destination)) {
            return destination;
        }
        return destination.isEmpty() ? source : source + " to " + destination;
    }
}
