package org.waybill.cli.reserve;

import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code waybill reserve quote}. */
@Command(
        name = "quote",
        header = "Show which circuits could carry a volume: earliest finish, shortest duration.",
        description = "Reserves nothing.",
        footer = "waybill reserve quote dtn.lab.example dtn.centre.example --size 40TB --best-effort 900Mbit/s")
final class ReserveQuoteCommand extends WaybillCommand {
    @Mixin
    private final CircuitArguments ask = new CircuitArguments();

    @Override
    protected int run(Session session) {
        CircuitQuotes quotes =
                CircuitQuotes.of(session.advisor().quoteCircuits(ask.query())).orFail(ask.source, ask.destination);
        return session.answer(
                quotes, out -> quotes.print(out, session.terminal().outStyle()));
    }
}
