package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Location;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.NameGlob;
import org.waybill.protocol.Tool;

/** What a script or a window does by an option of an advice, as words of {@code waybill copy}, which resumes it. */
public final class CopyWords {
    /** By the words of {@link CopyRulesText}. */
    private static final Map<String, String> FILTERS = Map.of(
            "rule", "--filter",
            "least-bytes", "--min-size",
            "most-bytes", "--max-size",
            "not-before", "--max-age",
            "not-after", "--min-age");

    private CopyWords() {}

    /**
     * Whether the words mean this option at another time, too: advice numbers those that share a name, and what else it
     * then finds may change that; a source with a wildcard in its name is a pattern as soon as nothing has that name.
     */
    public static boolean canName(Workflow option, Candidate candidate) {
        return option.movable()
                && (!needsAdvice(candidate) || !option.id().matches(".*-no[0-9]+"))
                && Stream.of(candidate.source().path().split("/"))
                        .allMatch(name -> NameGlob.of(name).isEmpty());
    }

    private static boolean needsAdvice(Candidate candidate) {
        return candidate.isStaged()
                || candidate.throughHere()
                || candidate.circuit() != null
                || candidate.replica() != null;
    }

    /**
     * The words, without {@code waybill}.
     *
     * @param rateBitsPerSecond 0 for no limit
     * @param names a file that has {@link #names}; unused where all are copied
     */
    public static List<String> of(
            AdviceRequest request, Workflow option, Candidate candidate, long rateBitsPerSecond, String names) {
        boolean advised = needsAdvice(candidate);
        List<String> words = new ArrayList<>(List.of("copy"));
        if (advised) {
            add(words, "--workflow", option.id());
        }
        how(words, advised ? null : candidate, advised ? request.streams() : option.streams(), request.dedicated());
        add(words, "--rate", rateBitsPerSecond == 0 ? null : rateBitsPerSecond);
        add(words, "--deadline", request.deadline());
        EntryFilter all = request.filter().choosing(null);
        for (String rule : CopyRulesText.words(CopyRules.USUAL.with(all))) {
            int blank = rule.indexOf(' ');
            add(words, Objects.requireNonNull(FILTERS.get(rule.substring(0, blank))), rule.substring(blank + 1));
        }
        if (request.filter().chosen() != null) {
            add(words, "--files-from", names);
            words.add("--from0");
        }
        return with(
                words,
                advised ? request.source().format() : text(candidate.source()),
                advised ? request.destination().format() : text(candidate.destination()));
    }

    /** The chosen paths, with a zero character behind each; empty where all are copied. */
    public static Optional<String> names(EntryFilter filter) {
        return Optional.ofNullable(filter.chosen())
                .map(chosen -> chosen.lines().stream().map(path -> path + "\0").collect(Collectors.joining()));
    }

    /** The whole command by an option, as a script has it. */
    static List<String> ofScript(Candidate candidate) {
        List<String> words = new ArrayList<>(List.of(Tool.WAYBILL.command(), "copy"));
        how(words, candidate, candidate.isByEngine() ? candidate.streams() : 0, candidate.isByDatagrams());
        PlannedCircuit circuit = candidate.circuit();
        // what is sent faster than reserved is dropped
        add(words, "--rate", circuit == null || !candidate.isByEngine() ? null : (long) circuit.bitsPerSecond());
        return with(words, text(candidate.source()), text(candidate.destination()));
    }

    /** @param candidate null where advice is to find it again */
    private static void how(List<String> words, @Nullable Candidate candidate, int streams, boolean dedicated) {
        if (candidate != null && candidate.tool() != Tool.CP) {
            add(words, "--transport", candidate.transport());
        }
        add(words, "--streams", streams == 0 ? null : streams);
        if (candidate != null && !candidate.via().isEmpty()) {
            add(words, "--via", String.join(",", candidate.via()));
        }
        if (dedicated) {
            words.add("--dedicated");
        }
    }

    private static List<String> with(List<String> words, String source, String destination) {
        words.addAll(List.of("--", source, destination));
        return List.copyOf(words);
    }

    private static String text(Location at) {
        return new Endpoint(at, true).format();
    }

    private static void add(List<String> words, String option, @Nullable Object value) {
        if (value != null) {
            words.addAll(List.of(option, value.toString()));
        }
    }
}
