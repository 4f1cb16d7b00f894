package org.waybill.cli.reserve;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;

/**
 * The document of {@code reserve quote}: the best of all offers, and the offers.
 *
 * @param earliestFinish null if no system has a circuit
 * @param shortestDuration null if no system has a circuit
 */
record CircuitQuotes(
        @Nullable Quoted earliestFinish, @Nullable Quoted shortestDuration, List<CircuitOffer> offers) {
    /** A quote with the system that gives it. */
    record Quoted(String system, Instant start, Instant end, double bitsPerSecond, List<String> path) {
        static Quoted of(String system, CircuitQuote quote) {
            return new Quoted(system, quote.start(), quote.end(), quote.bitsPerSecond(), quote.path());
        }

        Duration length() {
            return Duration.between(start, end);
        }
    }

    static CircuitQuotes of(List<CircuitOffer> offers) {
        return new CircuitQuotes(
                best(offers, CircuitOffer::earliestFinish, Comparator.comparing(Quoted::end)),
                best(offers, CircuitOffer::shortestDuration, Comparator.comparing(Quoted::length)),
                offers);
    }

    private static @Nullable Quoted best(
            List<CircuitOffer> offers, Function<CircuitOffer, @Nullable CircuitQuote> which, Comparator<Quoted> order) {
        return offers.stream()
                .flatMap(offer -> Stream.ofNullable(which.apply(offer)).map(quote -> Quoted.of(offer.system(), quote)))
                .min(order)
                .orElse(null);
    }

    /** Fails with what the systems said if none of them has a circuit. */
    CircuitQuotes orFail(String source, String destination) {
        if (offers.isEmpty()) {
            throw CommandFailure.unsafe("no known provisioning system reaches both " + source + " and " + destination
                    + ": see 'waybill reserve topology' and 'waybill reserve attach'");
        }
        if (earliestFinish == null) {
            throw CommandFailure.unsafe(offers.getFirst().system() + ": "
                            + offers.getFirst().problem())
                    .with(this);
        }
        return this;
    }

    void print(PrintStream out, Terminal.Style style) {
        Table table = new Table("", "system", "start", "end", "duration", "rate", "path");
        row(table, "earliest finish", earliestFinish);
        row(table, "shortest duration", shortestDuration);
        table.print(out, style);
        for (CircuitOffer offer : offers) {
            Long pays = offer.breakEvenBytes();
            if (pays != null) {
                double setUp = offer.setUp().toMillis() / 1e3;
                out.println(offer.system() + ": faster than the path without a circuit for "
                        + HumanUnits.binarySize(pays) + " or more"
                        + (setUp == 0 ? "" : ", its set-up of " + HumanUnits.time(setUp) + " included"));
            }
            if (!offer.problem().isEmpty()) {
                out.println(offer.system() + ": " + PrintableText.of(offer.problem()));
            }
        }
    }

    private static void row(Table table, String what, @Nullable Quoted quote) {
        if (quote != null) {
            table.row(
                    what,
                    quote.system(),
                    quote.start().toString(),
                    quote.end().toString(),
                    HumanUnits.time(quote.length().toMillis() / 1e3),
                    HumanUnits.rate(quote.bitsPerSecond()),
                    String.join(" > ", quote.path()));
        }
    }
}
