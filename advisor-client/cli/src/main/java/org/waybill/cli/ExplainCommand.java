package org.waybill.cli;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.client.Explanations;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill explain CODE}. */
@Command(name = "explain",
        header = "Say what a reason code means and what to do about it.",
        description = {"", "Codes stand in advice, in reports of moves and in JSON. Without one, all are listed.", ""},
        footer = {"", "Example:", "  waybill explain HOST_KEY"})
final class ExplainCommand extends WaybillCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "CODE", description = "A code, whatever its case.")
    private @Nullable String code;

    ExplainCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) {
        Map<String, String> all = Explanations.all();
        if (code == null) {
            session.answer(all, out -> all.forEach((name, text) ->
                    out.println(session.terminal().outStyle().bold(name) + "\n    " + text)));
            return 0;
        }
        String name = code.toUpperCase(Locale.ROOT).replace('-', '_');
        String text = all.get(name);
        if (text == null) {
            throw new CommandFailure(Reason.BAD_INPUT,
                    "there is no code '" + code + "'; 'waybill explain' lists all of them");
        }
        session.answer(Map.of("code", name, "text", text), out -> out.println(text));
        return 0;
    }
}
