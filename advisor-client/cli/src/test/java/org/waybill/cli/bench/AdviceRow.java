package org.waybill.cli.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * One transfer option of one topology: what was said of it, and what came of it. NaN where there is no number.
 *
 * @param topology its number
 * @param kind of the topology
 * @param told description of what was drawn
 * @param bytes of the job
 * @param option its id, or transport, streams and relays; {@link #NO_OPTION} where {@code advise} offered none
 * @param movable whether {@code move} can carry it out
 * @param p50 forecast seconds, NaN for an unknown forecast
 * @param evidence what the forecast is based on
 * @param outcomes seconds of each run from the transfer's begin to the end of the command, what is before left out (the
 *     start of the command, and advice); NaN for one that failed
 * @param exitCode of the first run that failed, else 0; {@link #TOO_LONG} for one that was ended,
 *     {@link #WRONG_DATA} where the copy differs; of {@code advise} where it offered no option
 * @param adviseBytes on the wire, both ways, headers included
 * @param load of the machine when the option was run
 * @param phase {@link #COLD}, or the name of a {@link Phase}
 */
record AdviceRow(
        int topology,
        AdviceTopology.Kind kind,
        String told,
        long bytes,
        String option,
        int rank,
        boolean movable,
        double p50,
        double p90,
        String evidence,
        List<Double> outcomes,
        int exitCode,
        long adviseBytes,
        double adviseSeconds,
        double load,
        String phase) {
    /** From a fresh home. */
    static final String COLD = "cold";

    static final String NO_OPTION = "-";
    static final int TOO_LONG = 124;
    static final int WRONG_DATA = 99;
    private static final int FIELDS = AdviceRow.class.getRecordComponents().length;
    private static final int FIELDS_BEFORE_PHASES = 15;

    /** What a home has learnt before a forecast that is not a cold one, in the order in which it does. */
    enum Phase {
        AFTER_1(1),
        /** The one that scored the phase before is the second. */
        AFTER_4(2),
        HALVED(1);

        private final int transfersBefore;

        Phase(int transfersBefore) {
            this.transfersBefore = transfersBefore;
        }

        int transfersBefore() {
            return transfersBefore;
        }
    }

    boolean isCold() {
        return phase.equals(COLD);
    }

    /** Whether it was carried out, each time to its end. */
    boolean done() {
        return movable
                && exitCode == 0
                && !outcomes.isEmpty()
                && outcomes.stream().noneMatch(one -> one.isNaN());
    }

    /** Of the first run, which no earlier one has taught anything. */
    double outcome() {
        return outcomes.getFirst();
    }

    /** Of the best run: chance is smaller in it. */
    double best() {
        return outcomes.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** The same as of another topology. */
    AdviceRow ofTopology(int other) {
        return new AdviceRow(
                other,
                kind,
                told,
                bytes,
                option,
                rank,
                movable,
                p50,
                p90,
                evidence,
                outcomes,
                exitCode,
                adviseBytes,
                adviseSeconds,
                load,
                phase);
    }

    /** One line for a file that a later run continues. */
    String line() {
        return String.join(
                "\t",
                Stream.of(
                                topology,
                                kind,
                                told,
                                bytes,
                                option,
                                rank,
                                movable,
                                p50,
                                p90,
                                evidence,
                                String.join(
                                        " ",
                                        outcomes.stream().map(String::valueOf).toList()),
                                exitCode,
                                adviseBytes,
                                adviseSeconds,
                                load,
                                phase)
                        .map(String::valueOf)
                        .toList());
    }

    /** What {@link #line} wrote. */
    static AdviceRow parse(String line) {
        String[] field = line.split("\t", -1);
        if (field.length != FIELDS && field.length != FIELDS_BEFORE_PHASES) {
            throw new IllegalArgumentException(field.length + " fields instead of " + FIELDS + " in '" + line + "'");
        }
        return new AdviceRow(
                Integer.parseInt(field[0]),
                AdviceTopology.Kind.valueOf(field[1]),
                field[2],
                Long.parseLong(field[3]),
                field[4],
                Integer.parseInt(field[5]),
                Boolean.parseBoolean(field[6]),
                Double.parseDouble(field[7]),
                Double.parseDouble(field[8]),
                field[9],
                Stream.of(field[10].split(" "))
                        .filter(one -> !one.isEmpty())
                        .map(Double::valueOf)
                        .toList(),
                Integer.parseInt(field[11]),
                Long.parseLong(field[12]),
                Double.parseDouble(field[13]),
                Double.parseDouble(field[14]),
                field.length == FIELDS ? field[15] : COLD);
    }
}
