package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill reserve quote}. */
@Command(name = "quote",
        header = "What circuits could carry a volume: earliest finish, shortest duration.",
        description = {"", "Reserves nothing.", ""},
        footer = {"", "Example:",
            "  waybill reserve quote dtn.lab.example dtn.centre.example --size 40TB --best-effort 900Mbit/s"})
final class ReserveQuoteCommand extends WaybillCommand {
    @Mixin
    private @Nullable CircuitAsk ask;

    ReserveQuoteCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        CircuitAsk asked = ask == null ? new CircuitAsk() : ask;
        CircuitQuotes quotes = CircuitQuotes.of(session.advisor().quoteCircuits(asked.query()))
                .orFail(asked.source(), asked.destination());
        session.answer(quotes, out -> quotes.print(out, session.terminal().outStyle()));
        return 0;
    }
}
