package org.waybill.client.probe.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: what the links are, what was estimated. Rates in Mbit/s; NaN where there is no estimate.
 *
 * @param availableMbit what cross traffic leaves; the rate itself where there is none
 * @param longMbit median goodput of five long transfers over one TCP connection, slow start left out: the actual
 *     rate for the regression
 */
record ProbeRow(
        int number,
        int links,
        int routers,
        double crossMbit,
        double lossRatio,
        double rttMillis,
        double probedRttMillis,
        double rateMbit,
        double icmpMbit,
        double trainMbit,
        double availableMbit,
        double trainAvailableMbit,
        double longMbit,
        double fitMbit,
        double fitLowMbit,
        double fitHighMbit) {
    static final String HEADER = "| n | links | routers | loss | RTT ms | probed | rate | ICMP | error % | trains | "
            + "error % | available | trains | error % | long TCP | regression | error % | its interval | outside |\n"
            + "|--:".repeat(18) + "|:--|";

    private static final int FIELDS = ProbeRow.class.getRecordComponents().length;

    /** What the bounds are about. */
    enum Bound {
        /** Round-trip time within 3 % or 1 ms. */
        RTT,
        /** ICMP bottleneck within 15 % up to 60 Mbit/s, within 30 % at 200; no bound above. */
        ICMP,
        /** Capacity by trains within 10 %. */
        TRAINS,
        /** Available bandwidth within 20 % under cross traffic of half the rate. */
        AVAILABLE,
        /** Regression within 10 % of long transfers; with loss, its interval holds them. */
        REGRESSION
    }

    /** True or false for a bound that applies to this row; null where it does not. */
    @Nullable
    Boolean holds(Bound bound) {
        return switch (bound) {
            case RTT -> Math.abs(probedRttMillis - rttMillis) <= Math.max(1, 0.03 * rttMillis);
            case ICMP -> rateMbit > 200 ? null : Boolean.valueOf(within(icmpMbit, rateMbit, rateMbit > 60 ? 30 : 15));
            case TRAINS -> within(trainMbit, rateMbit, 10);
            case AVAILABLE -> crossMbit == 0 ? null : Boolean.valueOf(within(trainAvailableMbit, availableMbit, 20));
            case REGRESSION ->
                within(fitMbit, longMbit, 10) || (lossRatio > 0 && fitLowMbit <= longMbit && longMbit <= fitHighMbit);
        };
    }

    private static boolean within(double estimate, double actual, double percent) {
        return Math.abs(estimate - actual) <= percent / 100 * actual;
    }

    private static String error(double estimate, double actual) {
        return Double.isNaN(estimate) ? "-" : String.format(Locale.ROOT, "%+.1f", 100 * (estimate - actual) / actual);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    /** A line of a Markdown table. */
    String markdown() {
        List<String> outside = new ArrayList<>();
        for (Bound bound : Bound.values()) {
            if (Boolean.FALSE.equals(holds(bound))) {
                outside.add(bound.name());
            }
        }
        return "| "
                + String.join(
                        " | ",
                        String.valueOf(number),
                        String.valueOf(links),
                        String.valueOf(routers),
                        lossRatio == 0 ? "0" : String.format(Locale.ROOT, "%.0e", lossRatio),
                        number(rttMillis),
                        number(probedRttMillis),
                        number(rateMbit),
                        number(icmpMbit),
                        error(icmpMbit, rateMbit),
                        number(trainMbit),
                        error(trainMbit, rateMbit),
                        crossMbit == 0 ? "" : number(availableMbit),
                        crossMbit == 0 ? "" : number(trainAvailableMbit),
                        crossMbit == 0 ? "" : error(trainAvailableMbit, availableMbit),
                        number(longMbit),
                        number(fitMbit),
                        error(fitMbit, longMbit),
                        number(fitLowMbit) + ".." + number(fitHighMbit),
                        String.join(" ", outside))
                + " |";
    }

    /** One line of numbers for a file that a later run continues. */
    String line() {
        return String.join(
                "\t",
                String.valueOf(number),
                String.valueOf(links),
                String.valueOf(routers),
                String.valueOf(crossMbit),
                String.valueOf(lossRatio),
                String.valueOf(rttMillis),
                String.valueOf(probedRttMillis),
                String.valueOf(rateMbit),
                String.valueOf(icmpMbit),
                String.valueOf(trainMbit),
                String.valueOf(availableMbit),
                String.valueOf(trainAvailableMbit),
                String.valueOf(longMbit),
                String.valueOf(fitMbit),
                String.valueOf(fitLowMbit),
                String.valueOf(fitHighMbit));
    }

    /** What {@link #line} wrote. */
    static ProbeRow parse(String line) {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(fields.length + " fields instead of " + FIELDS + " in '" + line + "'");
        }
        double[] values = new double[fields.length];
        for (int i = 0; i < fields.length; i++) {
            values[i] = Double.parseDouble(fields[i]);
        }
        return new ProbeRow(
                (int) values[0],
                (int) values[1],
                (int) values[2],
                values[3],
                values[4],
                values[5],
                values[6],
                values[7],
                values[8],
                values[9],
                values[10],
                values[11],
                values[12],
                values[13],
                values[14],
                values[15]);
    }
}
