package org.waybill.desktop.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.protocol.Protocol;

/**
 * The options that take the same route to the same server with the same log-in, by different tools: one card.
 *
 * @param options at least one, in the order of the advice
 */
public record OptionGroup(List<Workflow> options) {
    public OptionGroup {
        options = List.copyOf(options);
    }

    /** What the options of a group have in common. */
    private record Common(
            Protocol account,
            boolean throughHere,
            List<String> legs,
            List<String> via,
            @Nullable PlannedCircuit circuit,
            @Nullable KnownReplica replica) {
        static Common of(Candidate candidate) {
            return new Common(
                    candidate.protocol().account(),
                    candidate.throughHere(),
                    candidate.legs().stream().map(Candidate::transport).toList(),
                    candidate.via(),
                    candidate.circuit(),
                    candidate.replica());
        }
    }

    /** In the order of each group's best option. */
    static List<OptionGroup> of(List<Workflow> options, List<Candidate> candidates) {
        Map<Common, List<Workflow>> groups = new LinkedHashMap<>();
        for (int i = 0; i < options.size(); i++) {
            groups.computeIfAbsent(Common.of(candidates.get(i)), any -> new ArrayList<>())
                    .add(options.get(i));
        }
        return groups.values().stream().map(OptionGroup::new).toList();
    }

    /** The best option that Waybill carries out; else the best one. */
    Workflow best() {
        return movable().orElse(options.getFirst());
    }

    /** The best option that Waybill carries out. */
    Optional<Workflow> movable() {
        return options.stream().filter(Workflow::movable).findFirst();
    }
}
