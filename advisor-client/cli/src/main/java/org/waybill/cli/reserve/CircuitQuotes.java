package org.waybill.cli.reserve;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;

/**
 * The document of {@code reserve quote}: the best of all offers, and the offers.
 *
 * @param earliestFinish null if no system has a circuit
 * @param shortestDuration null if no system has a circuit
 */
record CircuitQuotes(
        @Nullable Quoted earliestFinish, @Nullable Quoted shortestDuration, List<CircuitOffer> offers) {
    /** A quote with the system that gives it. */
    record Quoted(String system, Instant start, Instant end, double bitsPerSecond, List<String> path) {}

    static CircuitQuotes of(List<CircuitOffer> offers) {
        return new CircuitQuotes(
                best(offers, CircuitOffer::earliestFinish, CircuitQuotes::untilEnd),
                best(offers, CircuitOffer::shortestDuration, CircuitQuotes::length),
                offers);
    }

    private static Duration untilEnd(CircuitQuote quote) {
        return Duration.between(Instant.EPOCH, quote.end());
    }

    private static Duration length(CircuitQuote quote) {
        return Duration.between(quote.start(), quote.end());
    }

    private static @Nullable Quoted best(
            List<CircuitOffer> offers,
            Function<CircuitOffer, @Nullable CircuitQuote> which,
            Function<CircuitQuote, Duration> cost) {
        record Found(CircuitOffer offer, CircuitQuote quote) {}

        return offers.stream()
                .flatMap(
                        offer -> Optional.ofNullable(which.apply(offer)).map(quote -> new Found(offer, quote)).stream())
                .min(Comparator.comparing(found -> cost.apply(found.quote())))
                .map(found -> new Quoted(
                        found.offer().system(),
                        found.quote().start(),
                        found.quote().end(),
                        found.quote().bitsPerSecond(),
                        found.quote().path()))
                .orElse(null);
    }

    /** Fails with what the systems said if none of them has a circuit. */
    CircuitQuotes orFail(String source, String destination) {
        if (offers.isEmpty()) {
            throw new CommandFailure(
                    Reason.UNSAFE,
                    "no provisioning system is known to reach both " + source + " and " + destination
                            + ": see 'waybill reserve topology' and 'waybill reserve attach'");
        }
        if (earliestFinish == null) {
            throw new CommandFailure(
                            Reason.UNSAFE,
                            offers.getFirst().system() + ": "
                                    + offers.getFirst().problem())
                    .with(this);
        }
        return this;
    }

    void print(PrintStream out, Terminal.Style style) {
        Table table = new Table("", "system", "start", "end", "takes", "rate", "path");
        row(table, "earliest finish", earliestFinish);
        row(table, "shortest duration", shortestDuration);
        table.print(out, style);
        for (CircuitOffer offer : offers) {
            Long pays = offer.breakEvenBytes();
            if (pays != null) {
                out.println(offer.system() + ": quicker than the path without a circuit from "
                        + HumanUnits.binarySize(pays) + " on");
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
                    HumanUnits.time(Duration.between(quote.start(), quote.end()).toMillis() / 1e3),
                    HumanUnits.rate(quote.bitsPerSecond()),
                    String.join(" > ", quote.path()));
        }
    }
}
