package org.waybill.service.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** An axis: from values to places in a chart, and the values worth a line. */
record Scale(double least, double most, boolean logarithmic, double start, double end) {
    private static final int TICKS = 5;

    /** A line of the grid. */
    record Tick(double at, String label) {}

    /** An axis that begins at 0. */
    static Scale fromZero(double most, double start, double end) {
        double step = step(most > 0 ? most : 1);
        return new Scale(0, Math.ceil((most > 0 ? most : 1) / step) * step, false, start, end);
    }

    /** An axis in whole powers of ten around values above 0. */
    static Scale logarithmic(double least, double most, double start, double end) {
        double low = Math.floor(Math.log10(Math.max(least, Double.MIN_NORMAL)));
        double high = Math.ceil(Math.log10(Math.max(most, Double.MIN_NORMAL)));
        return new Scale(Math.pow(10, low), Math.pow(10, high > low ? high : low + 1), true, start, end);
    }

    private static double step(double most) {
        double rough = most / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double lead = rough / power;
        return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    }

    /** The place of a value, held within the axis. */
    double at(double value) {
        double share = logarithmic
                ? Math.log10(Math.max(value, least) / least) / Math.log10(most / least)
                : (value - least) / (most - least);
        return Chart.round(start + Math.clamp(share, 0, 1) * (end - start));
    }

    List<Tick> ticks(DoubleFunction<String> label) {
        List<Tick> ticks = new ArrayList<>();
        if (logarithmic) {
            int powers = (int) Math.round(Math.log10(most / least));
            int every = Math.max(1, powers / TICKS);
            for (int power = 0; power <= powers; power += every) {
                double value = least * Math.pow(10, power);
                ticks.add(new Tick(at(value), label.apply(value)));
            }
            return ticks;
        }
        double step = step(most - least);
        for (double value = least; value <= most + step / 2; value += step) {
            ticks.add(new Tick(at(value), label.apply(value)));
        }
        return ticks;
    }
}
