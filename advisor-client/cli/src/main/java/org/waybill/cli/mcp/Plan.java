package org.waybill.cli.mcp;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy that an assistant wants, as it is approved: its file is never changed.
 *
 * @param id of 16 hexadecimal digits
 * @param options of {@code copy}
 * @param bytes that are to be copied, as a dry run has found
 * @param files the same
 * @param transport by which the dry run would copy
 * @param secondsP50 forecast; null if there is none
 * @param secondsP90 the same
 * @param cost of these bytes by the prices of the policy, in their currency
 * @param minutes after which the copy ends, done or not
 * @param madeAt when it was made
 * @param expiresAt when neither it nor an approval of it holds any more
 */
record Plan(
        String id,
        PlanEnd source,
        PlanEnd destination,
        List<String> options,
        long bytes,
        long files,
        String transport,
        @Nullable Double secondsP50,
        @Nullable Double secondsP90,
        double cost,
        int minutes,
        Instant madeAt,
        Instant expiresAt) {
    static final Duration LIFETIME = Duration.ofHours(24);
    private static final String ID = "[0-9a-f]{16}";

    Plan {
        options = List.copyOf(options);
    }

    static boolean isId(String text) {
        return text.matches(ID);
    }

    /** The one task that is ever made of it. */
    static String task(String id) {
        return "mcp-" + id;
    }

    String task() {
        return task(id);
    }

    /** What shows what would be copied; its limit is never passed, but refuses files of unknown size. */
    static List<String> dryRun(PlanEnd source, PlanEnd destination, List<String> options) {
        return words(source, destination, options, "--dry-run", "--max-total=" + Long.MAX_VALUE, "--json");
    }

    List<String> dryRun() {
        return dryRun(source, destination, options);
    }

    List<String> submission() {
        return words(source, destination, options, "--background", "--id=" + task(), "--max-total=" + bytes, "--json");
    }

    private static List<String> words(PlanEnd source, PlanEnd destination, List<String> options, String... more) {
        List<String> words = new ArrayList<>(List.of("copy"));
        words.addAll(List.of(more));
        words.addAll(options);
        words.addAll(List.of("--", source.text(), destination.text()));
        return words;
    }
}
