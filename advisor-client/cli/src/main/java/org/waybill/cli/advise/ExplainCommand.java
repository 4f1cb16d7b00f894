package org.waybill.cli.advise;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.Explanations;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill explain CODE}. */
@Command(
        name = "explain",
        header = "Explain a reason code or an exit code, and what to do about it.",
        description = "Codes appear in advice, in copy reports and in JSON. Without CODE, lists all reason codes.",
        footer = {"waybill explain HOST_KEY", "waybill explain 6"})
public final class ExplainCommand extends WaybillCommand {
    /** What shells report of a process that a signal ended: 128 and its number. */
    private static final Map<Integer, String> SIGNALS = Map.of(
            129, "The terminal was closed (SIGHUP). The state is kept: re-run the command to resume.",
            131, "The process was ended by Ctrl-\\ (SIGQUIT), which cleans nothing up. Re-run the command to resume.",
            137, "The process was killed (SIGKILL), perhaps for lack of memory. Re-run the command to resume.",
            141, "Standard output was closed by its reader (SIGPIPE), as with '| head'.",
            143,
                    "The process was asked to end (SIGTERM), as by a batch system. The state is kept: re-run the"
                            + " command to resume.");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CODE",
            description = "A reason code, in upper or lower case, or an exit code.")
    private @Nullable String code;

    @Override
    protected int run(Session session) {
        Map<String, String> all = Explanations.all();
        if (code == null) {
            return session.answer(
                    all,
                    out -> all.forEach((name, text) ->
                            out.println(session.terminal().outStyle().bold(name) + "\n    " + text)));
        }
        if (code.matches("[0-9]{1,3}")) {
            return exit(session, Integer.parseInt(code));
        }
        String name = code.toUpperCase(Locale.ROOT).replace('-', '_');
        String text = all.get(name);
        if (text == null) {
            throw Invalid.usage("unknown code '" + code + "'; 'waybill explain' lists all codes");
        }
        return session.answer(Map.of("code", name, "text", text), out -> out.println(text));
    }

    private static int exit(Session session, int number) {
        Map<String, String> meanings = new TreeMap<>();
        if (number == 0) {
            meanings.put("OK", "Success (exit 0).");
        }
        for (Reason reason : Reason.values()) {
            if (reason.exitCode() == number) {
                meanings.put(reason.name(), Explanations.of(reason.name()).orElseThrow());
            }
        }
        if (SIGNALS.containsKey(number)) {
            meanings.put("SIGNAL", SIGNALS.get(number));
        }
        if (meanings.isEmpty()) {
            throw Invalid.usage("unknown exit code " + number + "; 'waybill --help' lists the exit codes");
        }
        return session.answer(meanings, out -> meanings.forEach((name, text) -> out.println(name + ": " + text)));
    }
}
