package org.waybill.planner.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What prior and history leave open of the three terms, for volumes unlike those of the history: Bayes' rule over a
 * lattice of models, by which the time of any volume has quantiles. A fit has one answer where one transfer may have
 * been all log-in or all bytes. Here each answer keeps its weight, and what was seen bounds all of them: no byte took
 * longer than the whole transfer. Transfers are judged by a Student distribution, so that those that contradict the
 * others (held up, or held to a rate) widen the quantiles, and do not move them.
 */
final class TermsPosterior {
    private static final int TERMS = 3;
    private static final int POINTS = 11;
    /** The lattice is moved to where the weight was in the round before, and narrowed to it. */
    private static final int ROUNDS = 3;
    /** Standard deviations from the middle of the lattice to its borders. */
    private static final double REACH = 2.5;

    private static final double LEAST_FIRST_SPREAD = .8;
    private static final double LEAST_SPREAD = .01;
    /** Spread of ln of a transfer's time about its model. */
    private static final double NOISE = .15;
    /** The same of all transfers of one volume, however many they are: they met the same network. */
    private static final double COMMON_NOISE = .1;

    /** Of freedom: outcomes have long tails, and priors shorter ones. */
    private static final double OUTCOME_DEGREES = 4;

    private static final double PRIOR_DEGREES = 10;
    /** Transfers whose bytes and files differ by less, as logarithms, count as several of one volume. */
    private static final double ALIKE = .25;

    private static final double NORMAL_P90 = 1.2816;

    private final double[] logPrior = new double[TERMS];
    private final double[] priorLogSpread;
    private final double fade;
    private final List<PastTransfer> history = new ArrayList<>();
    private @Nullable Lattice lattice;

    /**
     * @param prior the model before any transfer; each term above 0
     * @param priorLogSpread standard deviations of ln of its terms about the true ones
     * @param fade weight that a transfer keeps when the next arrives, 0..1
     */
    TermsPosterior(TransferTimeModel prior, double[] priorLogSpread, double fade) {
        double[] terms = terms(prior, 1, 1);
        for (int i = 0; i < TERMS; i++) {
            logPrior[i] = Math.log(terms[i]);
        }
        this.priorLogSpread = priorLogSpread;
        this.fade = fade;
    }

    /** What a volume may take: deciles 1, 5 and 9 of ln of the seconds. */
    record LogBand(double low, double middle, double high) {
        double spread() {
            return (high - low) / 2 / NORMAL_P90;
        }
    }

    void observe(PastTransfer transfer) {
        history.add(transfer);
        lattice = null;
    }

    /** Standard deviation of ln of the time for a volume before any transfer. */
    double priorSpread(long bytes, long files) {
        double[] shares = terms(
                new TransferTimeModel(Math.exp(logPrior[0]), Math.exp(logPrior[1]), Math.exp(logPrior[2])),
                bytes,
                files);
        double all = sum(shares);
        double variance = 0;
        for (int i = 0; i < TERMS; i++) {
            variance += square(shares[i] / all * priorLogSpread[i]);
        }
        return Math.sqrt(variance);
    }

    LogBand of(long bytes, long files) {
        Lattice known = lattice == null ? lattice() : lattice;
        lattice = known;
        return known.band(bytes, files);
    }

    private Lattice lattice() {
        double[] middle = logPrior.clone();
        double[] spread = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            spread[i] = Math.max(LEAST_FIRST_SPREAD, priorLogSpread[i]);
        }
        List<Volume> volumes = volumes();
        Lattice found = weighed(middle, spread, volumes);
        for (int round = 1; round < ROUNDS; round++) {
            found.moments(middle, spread);
            found = weighed(middle, spread, volumes);
        }
        return found;
    }

    /** Transfers of about one volume: their weight, and weighted means. */
    private record Volume(double weight, double bytes, double files, double logSeconds) {
        Volume with(double more, PastTransfer transfer) {
            double all = weight + more;
            double part = more / all;
            return new Volume(
                    all,
                    bytes + part * (transfer.bytes() - bytes),
                    files + part * (transfer.files() - files),
                    logSeconds + part * (Math.log(transfer.seconds()) - logSeconds));
        }
    }

    private List<Volume> volumes() {
        Map<List<Long>, Volume> byVolume = new LinkedHashMap<>();
        double weight = 1;
        for (PastTransfer past : history.reversed()) {
            List<Long> volume =
                    List.of(Math.round(Math.log(past.bytes()) / ALIKE), Math.round(Math.log(past.files()) / ALIKE));
            byVolume.put(
                    volume,
                    byVolume.getOrDefault(volume, new Volume(0, 0, 0, 0)).with(weight, past));
            weight *= fade;
        }
        return List.copyOf(byVolume.values());
    }

    private Lattice weighed(double[] middle, double[] spread, List<Volume> volumes) {
        double[][] logTerms = new double[TERMS][POINTS];
        double[][] terms = new double[TERMS][POINTS];
        double[][] prior = new double[TERMS][POINTS];
        double[] grain = new double[TERMS]; // variance of ln of a term within a cell
        for (int i = 0; i < TERMS; i++) {
            double step = 2 * REACH * spread[i] / (POINTS - 1);
            grain[i] = square(step) / 12;
            for (int k = 0; k < POINTS; k++) {
                logTerms[i][k] = middle[i] - REACH * spread[i] + k * step;
                terms[i][k] = Math.exp(logTerms[i][k]);
                prior[i][k] = logStudent(logTerms[i][k] - logPrior[i], square(priorLogSpread[i]), PRIOR_DEGREES);
            }
        }
        double[] weights = new double[POINTS * POINTS * POINTS];
        Lattice found = new Lattice(logTerms, terms, weights);
        Arrays.setAll(weights, at -> sum(found.at(prior, at)) + logLikelihood(found.at(terms, at), grain, volumes));
        double most = Arrays.stream(weights).max().orElseThrow();
        Arrays.setAll(weights, at -> Math.exp(weights[at] - most));
        double sum = sum(weights);
        Arrays.setAll(weights, at -> weights[at] / sum);
        return found;
    }

    private static double logLikelihood(double[] terms, double[] grain, List<Volume> volumes) {
        double likelihood = 0;
        for (Volume volume : volumes) {
            double files = terms[1] * volume.files();
            double bytes = terms[2] * volume.bytes();
            double seconds = terms[0] + files + bytes;
            double blur = (square(terms[0]) * grain[0] + square(files) * grain[1] + square(bytes) * grain[2])
                    / square(seconds);
            double noise = square(NOISE) / volume.weight() + square(COMMON_NOISE);
            likelihood += logStudent(Math.log(seconds) - volume.logSeconds(), noise + blur, OUTCOME_DEGREES);
        }
        return likelihood;
    }

    /** ln of the density of Student's distribution, up to a constant. */
    private static double logStudent(double error, double variance, double degrees) {
        return -.5 * Math.log(variance) - (degrees + 1) / 2 * Math.log1p(square(error) / (degrees * variance));
    }

    /** Models, by their terms along each axis, and how much each is believed. */
    private record Lattice(double[][] logTerms, double[][] terms, double[] weights) {
        double[] at(double[][] axes, int at) {
            return new double[] {axes[0][at / (POINTS * POINTS)], axes[1][at / POINTS % POINTS], axes[2][at % POINTS]};
        }

        void moments(double[] mean, double[] spread) {
            double[] squares = new double[TERMS];
            Arrays.fill(mean, 0);
            for (int at = 0; at < weights.length; at++) {
                double[] model = at(logTerms, at);
                for (int i = 0; i < TERMS; i++) {
                    mean[i] += weights[at] * model[i];
                    squares[i] += weights[at] * square(model[i]);
                }
            }
            for (int i = 0; i < TERMS; i++) {
                spread[i] = Math.max(LEAST_SPREAD, Math.sqrt(Math.max(0, squares[i] - square(mean[i]))));
            }
        }

        LogBand band(long bytes, long files) {
            record Said(double seconds, double weight) {}
            Said[] all = new Said[weights.length];
            for (int at = 0; at < all.length; at++) {
                double[] model = at(terms, at);
                all[at] = new Said(model[0] + files * model[1] + bytes * model[2], weights[at]);
            }
            Arrays.sort(all, Comparator.comparingDouble(Said::seconds));
            double[] deciles = {.1, .5, .9};
            int next = 0;
            double passed = 0;
            for (Said said : all) {
                passed += said.weight();
                while (next < deciles.length && passed >= deciles[next]) {
                    deciles[next++] = Math.log(said.seconds());
                }
            }
            return new LogBand(deciles[0], deciles[1], deciles[2]);
        }
    }

    private static double[] terms(TransferTimeModel model, long bytes, long files) {
        return new double[] {model.setupSeconds(), model.secondsPerFile() * files, model.secondsPerByte() * bytes};
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double square(double x) {
        return x * x;
    }
}
