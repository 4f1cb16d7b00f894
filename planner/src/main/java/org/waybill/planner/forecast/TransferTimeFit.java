package org.waybill.planner.forecast;

/**
 * Fits a {@link TransferTimeModel} to past transfers by least squares of (model - actual)^2 / (model * actual), so that
 * a transfer of a minute weighs as much as one of a day and too long is as bad as too short by the same factor. Older
 * transfers fade by a constant factor each. A prior keeps the terms apart where the history cannot (all transfers of
 * one size): each of its terms is scaled by the transfers in which that term weighs, and by no other, so that a
 * thousand slow transfers of a kilobyte say what a log-in costs and nothing about the path's rate. The prior's pull is
 * bounded by a fraction of a transfer's, however far off it is. No term may become negative: with three terms the best
 * of the seven choices of active terms is found by trying them all. An update costs a few thousand multiplications.
 */
final class TransferTimeFit {
    /** Spread of a transfer's time about the model, as a share of it. */
    private static final double NOISE = .1;
    /** Spread of ln of what a log-in and a file cost about the prior's. */
    private static final double FIXED_LOG_SPREAD = 1;
    /** How much of a transfer a term must have made up before its scale is believed. */
    private static final double SCALE_DOUBT = .05;

    private static final int TERMS = 3;
    /** An unexpectedly quick transfer (a cache, a broken log line) may not outweigh all others. */
    private static final double MOST_LEVERAGE = 3;

    private static final int REWEIGHTINGS = 4;

    private final double[] unit;
    private final double fade;
    private final double[][] normal = new double[TERMS][TERMS];
    private final double[] right = new double[TERMS];
    private final double[] precision = new double[TERMS];
    private final double[] priorWeight;
    private final double[] logScaleSum = new double[TERMS];
    private final double[] shareSum = new double[TERMS];
    private final TransferTimeModel prior;
    private TransferTimeModel model;
    private boolean empty = true;

    /**
     * @param prior the model before any transfer; its terms also set the scale of the problem, so each must be above 0
     * @param rateLogSpread standard deviation of ln of the prior's time a byte about the true one
     * @param fade weight that a transfer keeps when the next arrives, 0..1
     */
    TransferTimeFit(TransferTimeModel prior, double rateLogSpread, double fade) {
        double fixed = square(NOISE / FIXED_LOG_SPREAD);
        this.priorWeight = new double[] {fixed, fixed, square(NOISE / rateLogSpread)};
        this.unit = new double[] {prior.setupSeconds(), prior.secondsPerFile(), prior.secondsPerByte()};
        this.fade = fade;
        this.prior = prior;
        this.model = prior;
    }

    TransferTimeModel model() {
        return model;
    }

    void observe(PastTransfer transfer) {
        double weight = empty ? 1 : weight(transfer);
        empty = false;
        double promised = prior.seconds(transfer.bytes(), transfer.files());
        double[] shares = row(transfer.bytes(), transfer.files(), promised);
        for (int i = 0; i < TERMS; i++) {
            logScaleSum[i] = fade * logScaleSum[i] + shares[i] * Math.log(transfer.seconds() / promised);
            shareSum[i] = fade * shareSum[i] + shares[i];
        }
        double[] row = row(transfer.bytes(), transfer.files(), transfer.seconds());
        for (int i = 0; i < TERMS; i++) {
            for (int j = 0; j < TERMS; j++) {
                normal[i][j] = fade * normal[i][j] + weight * row[i] * row[j];
            }
            right[i] = fade * right[i] + weight * row[i];
        }
        model = solve();
    }

    /**
     * The variance of ln of the model's time for a volume, as the history and the prior leave it: small for volumes
     * like those seen, up to the prior's own for those of which the history says nothing.
     */
    double logVariance(long bytes, long files) {
        double[] row = row(bytes, files, model.seconds(bytes, files));
        double[] x = eliminated(withPrior(), row.clone());
        double variance = 0;
        for (int i = 0; i < TERMS; i++) {
            variance += row[i] * x[i];
        }
        return square(NOISE) * variance;
    }

    /** Each term's share of {@code seconds}, by the prior's terms. */
    private double[] row(long bytes, long files, double seconds) {
        return new double[] {unit[0] / seconds, unit[1] * files / seconds, unit[2] * bytes / seconds};
    }

    private double[][] withPrior() {
        double[][] all = new double[TERMS][];
        for (int i = 0; i < TERMS; i++) {
            all[i] = normal[i].clone();
            all[i][i] += empty ? priorWeight[i] : precision[i];
        }
        return all;
    }

    /** The relative error's square is turned into the symmetric cost by the factor actual / model, within bounds. */
    private double weight(PastTransfer transfer) {
        double leverage = model.seconds(transfer.bytes(), transfer.files()) / transfer.seconds();
        double symmetric = 1 / Math.clamp(leverage, 1 / MOST_LEVERAGE, MOST_LEVERAGE);
        return leverage > MOST_LEVERAGE ? symmetric * square(MOST_LEVERAGE / leverage) : symmetric;
    }

    /**
     * The prior costs priorWeight * (x - scale)^2 / max(scale, x)^2 a term, which never exceeds priorWeight; solved by
     * reweighting a quadratic.
     */
    private TransferTimeModel solve() {
        double[] scale = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            scale[i] = Math.exp(logScaleSum[i] / (shareSum[i] + SCALE_DOUBT));
        }
        double[] x = {model.setupSeconds() / unit[0], model.secondsPerFile() / unit[1], model.secondsPerByte() / unit[2]
        };
        for (int round = 0; round < REWEIGHTINGS; round++) {
            for (int i = 0; i < TERMS; i++) {
                precision[i] = priorWeight[i] / square(Math.max(scale[i], x[i]));
            }
            x = leastSquares(scale);
        }
        return new TransferTimeModel(x[0] * unit[0], x[1] * unit[1], x[2] * unit[2]);
    }

    private double[] leastSquares(double[] scale) {
        double[] best = new double[TERMS];
        double least = Double.POSITIVE_INFINITY;
        for (int active = 1; active < 1 << TERMS; active++) {
            double[] x = solve(active, scale);
            double cost = cost(x, scale);
            if (x[0] >= 0 && x[1] >= 0 && x[2] >= 0 && cost < least) {
                least = cost;
                best = x;
            }
        }
        return best;
    }

    /** Normal equations of the active terms with the prior's; Gauss elimination. */
    private double[] solve(int active, double[] scale) {
        double[][] a = new double[TERMS][TERMS];
        double[] b = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            boolean activeRow = (active & 1 << i) != 0;
            for (int j = 0; j < TERMS; j++) {
                a[i][j] = activeRow && (active & 1 << j) != 0 ? normal[i][j] : 0;
            }
            a[i][i] += precision[i];
            b[i] = activeRow ? right[i] + precision[i] * scale[i] : 0;
        }
        return eliminated(a, b);
    }

    /** Solves a x = b in place; a is a symmetric matrix. */
    private static double[] eliminated(double[][] a, double[] b) {
        // symmetric and positive definite, so no pivoting is needed
        for (int k = 0; k < TERMS; k++) {
            for (int i = k + 1; i < TERMS; i++) {
                double factor = a[i][k] / a[k][k];
                for (int j = k; j < TERMS; j++) {
                    a[i][j] -= factor * a[k][j];
                }
                b[i] -= factor * b[k];
            }
        }
        double[] x = new double[TERMS];
        for (int i = TERMS - 1; i >= 0; i--) {
            double sum = b[i];
            for (int j = i + 1; j < TERMS; j++) {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        return x;
    }

    /** The sum of squares up to a constant. */
    private double cost(double[] x, double[] scale) {
        double cost = 0;
        for (int i = 0; i < TERMS; i++) {
            for (int j = 0; j < TERMS; j++) {
                cost += x[i] * normal[i][j] * x[j];
            }
            cost += precision[i] * square(x[i] - scale[i]) - 2 * right[i] * x[i];
        }
        return cost;
    }

    private static double square(double x) {
        return x * x;
    }
}
