package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.protocol.Tool;

/**
 * Names of options that stay when their ranks change: the transport, the tool that is not its own, and where the data
 * go that do not go directly, such as {@code sftp}, {@code ftp-curl}, {@code tcp-via-relay.example.org-7411}. Never a
 * number.
 */
public final class OptionIds {
    private OptionIds() {}

    /** In the order of the candidates, each different from all others. */
    public static List<String> of(List<Candidate> candidates) {
        List<String> ids =
                new ArrayList<>(candidates.stream().map(OptionIds::name).toList());
        // those that share a name are distinguished by what they are, not by their position
        Map<String, Integer> seen = new HashMap<>();
        candidates.stream()
                .sorted((one, other) -> one.toString().compareTo(other.toString()))
                .forEach(candidate -> {
                    int place = candidates.indexOf(candidate);
                    int count = seen.merge(ids.get(place), 1, Integer::sum);
                    if (count > 1) {
                        ids.set(place, ids.get(place) + "-no" + count);
                    }
                });
        return ids;
    }

    private static String name(Candidate candidate) {
        StringBuilder name = new StringBuilder(candidate.transport());
        if (candidate.tool() != Tool.WAYBILL
                && !candidate.movable()
                && !candidate.transport().startsWith(candidate.tool().command())) {
            name.append('-').append(candidate.tool().command());
        }
        String route = candidate.isStaged() ? "-staged-" : "-via-";
        candidate.via().forEach(relay -> name.append(route).append(relay));
        if (candidate.throughHere()) {
            name.append("-through-here-").append(candidate.source().scheme());
        }
        if (candidate.circuit() != null) {
            name.append("-circuit-").append(candidate.circuit().system());
        }
        if (candidate.replica() != null) {
            name.append("-from-").append(candidate.replica().host());
        }
        return name.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }
}
