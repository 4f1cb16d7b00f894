package org.waybill.cli.advise;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.Explanations;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill explain CODE}. */
@Command(
        name = "explain",
        header = "Say what a reason code means and what to do about it.",
        description = {"", "Codes stand in advice, in reports of moves and in JSON. Without one, all are listed.", ""},
        footer = {"", "Examples:", "  waybill explain HOST_KEY", "  waybill explain 6"})
public final class ExplainCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CODE",
            description = "A code, whatever its case, or the number that a command ended with.")
    private @Nullable String code;

    ExplainCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        Map<String, String> all = Explanations.all();
        if (code == null) {
            session.answer(
                    all,
                    out -> all.forEach((name, text) ->
                            out.println(session.terminal().outStyle().bold(name) + "\n    " + text)));
            return 0;
        }
        if (code.matches("[0-9]{1,3}")) {
            return exit(session, Integer.parseInt(code));
        }
        String name = code.toUpperCase(Locale.ROOT).replace('-', '_');
        String text = all.get(name);
        if (text == null) {
            throw new CommandFailure(
                    Reason.BAD_INPUT, "there is no code '" + code + "'; 'waybill explain' lists all of them");
        }
        session.answer(Map.of("code", name, "text", text), out -> out.println(text));
        return 0;
    }

    private static int exit(Session session, int number) {
        Map<String, String> meanings = new TreeMap<>();
        if (number == 0) {
            meanings.put("OK", "Done (exit 0).");
        }
        for (Reason reason : Reason.values()) {
            if (reason.exitCode() == number) {
                meanings.put(reason.name(), Explanations.of(reason.name()).orElseThrow());
            }
        }
        if (meanings.isEmpty()) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "no command ends with " + number + "; 'waybill --help' lists the" + " exit codes");
        }
        session.answer(meanings, out -> meanings.forEach((name, text) -> out.println(name + ": " + text)));
        return 0;
    }
}
