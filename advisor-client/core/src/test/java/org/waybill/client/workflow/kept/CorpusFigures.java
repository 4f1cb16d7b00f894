package org.waybill.client.workflow.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import org.waybill.client.workflow.Workflow;
import org.waybill.engine.TransferException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How good the forecasts and choices of one version are over the corpus; {@code lab/corpus/figures.json} has those that
 * later versions must not worsen.
 *
 * @param date on which they were committed
 * @param reason why they may be worse than the ones before; empty where they are not
 * @param files of the corpus, by name, with the SHA-256 of each
 * @param tuning of the half that forecasts and ranking may be tuned on
 * @param heldBack of the other half
 */
record CorpusFigures(String date, String reason, SortedMap<String, String> files, Half tuning, Half heldBack) {
    /** By how much a figure may grow. */
    private static final double TOLERANCE = .01;

    private static final String FILE = "figures.json";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * The figures of some advices.
     *
     * @param forecasts known ones, with an outcome
     * @param medianError median |P50 / outcome - 1| of these, by the first run of each option
     * @param meanLogError mean |ln(P50 / outcome)| of these
     * @param choices advices whose first option has an outcome
     * @param timesTheBest mean time of the first option over the best one's, by the best run of each: 1 plus the regret
     * @param misses forecasts that are unknown, options that failed or have no outcome, and outcomes of options that are
     *     no longer listed
     */
    record Half(
            int advices,
            int forecasts,
            double medianError,
            double meanLogError,
            int choices,
            double timesTheBest,
            int misses) {
        static Half of(List<Corpus.Line> lines) throws TransferException {
            List<Double> errors = new ArrayList<>();
            List<Double> logs = new ArrayList<>();
            List<Double> regrets = new ArrayList<>();
            int misses = 0;
            for (Corpus.Line line : lines) {
                Corpus.Replayed replayed = line.judge();
                double best = Double.POSITIVE_INFINITY;
                double first = Double.NaN;
                Set<String> left = new HashSet<>(line.failed());
                replayed.outcomes().forEach(one -> left.add(one.option()));
                for (Workflow option : replayed.options()) {
                    List<Double> seconds = replayed.seconds(option);
                    Double p50 = option.estimate().secondsP50();
                    left.remove(option.id());
                    boolean done = !seconds.isEmpty() && !line.failed().contains(option.id());
                    if (done) {
                        double fastest = Collections.min(seconds);
                        best = Math.min(best, fastest);
                        first = option.equals(replayed.options().getFirst()) ? fastest : first;
                    }
                    if (done && p50 != null) {
                        errors.add(Math.abs(p50 / seconds.getFirst() - 1));
                        logs.add(Math.abs(Math.log(p50 / seconds.getFirst())));
                    } else {
                        misses++;
                    }
                }
                misses += left.size();
                if (!Double.isNaN(first)) {
                    regrets.add(first / best);
                }
            }
            return new Half(
                    lines.size(),
                    errors.size(),
                    median(errors),
                    mean(logs, 0),
                    regrets.size(),
                    mean(regrets, 1),
                    misses);
        }

        private static double mean(List<Double> values, double none) {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(none);
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int n = sorted.size();
            return n == 0 ? 0 : (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        }

        /** What of it is worse than these by more than 1 %. */
        private List<String> worseThan(Half committed, String name) {
            List<String> worse = new ArrayList<>();
            compare(worse, name + ": median |P50 / outcome - 1|", committed.medianError, medianError);
            compare(worse, name + ": mean |ln(P50 / outcome)|", committed.meanLogError, meanLogError);
            compare(
                    worse,
                    name + ": time of the first option over the best one's",
                    committed.timesTheBest,
                    timesTheBest);
            if (misses > committed.misses) {
                worse.add(name + ": " + misses + " unknown forecasts and failures, committed are " + committed.misses);
            }
            if (choices < committed.choices) {
                worse.add(name + ": the first option of " + choices + " advices has an outcome, committed are "
                        + committed.choices);
            }
            return worse;
        }

        private static void compare(List<String> worse, String what, double committed, double now) {
            if (!(now <= committed * (1 + TOLERANCE) + 1e-9)) {
                worse.add(String.format(
                        Locale.ROOT,
                        "%s: %.4f, committed is %.4f (%+.1f %%)",
                        what,
                        now,
                        committed,
                        100 * (now / committed - 1)));
            }
        }
    }

    /** What this version makes of a corpus. */
    static CorpusFigures of(Corpus corpus, String date, String reason) throws TransferException {
        return new CorpusFigures(
                date, reason, corpus.hashes(), Half.of(corpus.lines(false)), Half.of(corpus.lines(true)));
    }

    static CorpusFigures read(Path directory) throws IOException {
        return JSON.readValue(Files.readString(directory.resolve(FILE)), CorpusFigures.class);
    }

    void write(Path directory) throws IOException {
        Files.writeString(directory.resolve(FILE), JSON.writeValueAsString(this) + "\n");
    }

    /** What is worse than committed ones of the same files by more than 1 %; empty if nothing is. */
    List<String> worseThan(CorpusFigures committed) {
        List<String> worse = new ArrayList<>(tuning.worseThan(committed.tuning, "tuning half"));
        worse.addAll(heldBack.worseThan(committed.heldBack, "half held back"));
        return worse;
    }
}
