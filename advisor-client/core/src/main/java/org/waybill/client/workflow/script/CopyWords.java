package org.waybill.client.workflow.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.filter.EntryFilter;

/** What a window does by an option of an advice, as words of {@code waybill copy}, which resumes it. */
public final class CopyWords {
    private CopyWords() {}

    /**
     * Whether the words mean this option at another time, too: advice numbers those that share a name, and what else it
     * then finds may change that.
     */
    public static boolean canName(Workflow option, Candidate candidate) {
        return option.movable() && (!needsAdvice(candidate) || !option.id().matches(".*-no[0-9]+"));
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
     * @param names a file of the chosen paths with a zero character behind each; unused where all are copied
     */
    public static List<String> of(
            AdviceRequest request, Workflow option, Candidate candidate, long rateBitsPerSecond, String names) {
        boolean advised = needsAdvice(candidate);
        boolean local = candidate.source().isLocal() && candidate.destination().isLocal();
        List<String> words = new ArrayList<>(List.of("copy"));
        add(words, "--workflow", advised ? option.id() : null);
        add(words, "--transport", advised || local ? null : option.transport());
        int streams = advised ? request.streams() : option.streams();
        add(words, "--streams", streams == 0 ? null : streams);
        add(words, "--via", advised || option.via().isEmpty() ? null : String.join(",", option.via()));
        if (request.dedicated()) {
            words.add("--dedicated");
        }
        add(words, "--rate", rateBitsPerSecond == 0 ? null : rateBitsPerSecond);
        add(words, "--deadline", request.deadline());
        filter(words, request.filter(), names);
        words.add("--");
        words.add(advised ? request.source().format() : text(candidate.source()));
        words.add(advised ? request.destination().format() : text(candidate.destination()));
        return List.copyOf(words);
    }

    private static String text(Location at) {
        return new Endpoint(at, true).format();
    }

    private static void filter(List<String> words, EntryFilter filter, String names) {
        filter.rules().forEach(rule -> add(words, "--filter", rule));
        add(words, "--min-size", filter.leastBytes() == 0 ? null : filter.leastBytes());
        add(words, "--max-size", filter.mostBytes() == Long.MAX_VALUE ? null : filter.mostBytes());
        add(words, "--min-age", filter.notAfter());
        add(words, "--max-age", filter.notBefore());
        if (filter.chosen() != null) {
            add(words, "--files-from", names);
            words.add("--from0");
        }
    }

    private static void add(List<String> words, String option, @Nullable Object value) {
        if (value != null) {
            words.add(option);
            words.add(value.toString());
        }
    }
}
