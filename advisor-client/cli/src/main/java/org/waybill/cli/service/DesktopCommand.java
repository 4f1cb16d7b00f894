package org.waybill.cli.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill desktop}: its help. The window is a program of its own, which the launcher starts. */
@Command(
        name = "desktop",
        header = "Open Waybill's window: the same advice and moves with a mouse.",
        description = {
            "",
            "Needs a display. The launcher starts the window as a program of its own, since only it needs JavaFX; "
                    + "the first start builds it.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill desktop",
            "  waybill desktop --theme dark results.h5 user@dtn.example.org:/data/"
        })
public final class DesktopCommand extends WaybillCommand {
    @Option(names = "--theme", paramLabel = "T", description = "light or dark. Default: as the system is.")
    @SuppressWarnings("UnusedVariable") // the launcher reads it
    private @Nullable String theme;

    @Parameters(arity = "0..2", paramLabel = "SRC DST", description = "The two ends to begin with.")
    @SuppressWarnings("UnusedVariable") // the launcher reads them
    private List<String> ends = List.of();

    DesktopCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) {
        throw new CommandFailure(
                Reason.BAD_INPUT,
                "the window is opened by the launcher alone: run 'waybill desktop [--theme light|dark] [--service URL]"
                        + " [SRC [DST]]' with 'desktop' as the first word and no other options");
    }
}
