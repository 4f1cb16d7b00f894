package org.waybill.cli.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill desktop}: its help. The window is a program of its own, which the launcher starts. */
@Command(
        name = "desktop",
        header = "Open the desktop application.",
        description = "Needs a display. The launcher builds the application on its first start, since only it "
                + "needs JavaFX.",
        footer = {"waybill desktop", "waybill desktop --theme dark results.h5 user@dtn.example.org:/data/"})
public final class DesktopCommand extends WaybillCommand {
    @Option(names = "--theme", paramLabel = "T", description = "light or dark. Default: the theme of the system.")
    @SuppressWarnings("UnusedVariable") // the launcher reads it
    private @Nullable String theme;

    @Parameters(arity = "0..2", paramLabel = "SRC DST", description = "Source and destination to fill in.")
    @SuppressWarnings("UnusedVariable") // the launcher reads them
    private List<String> ends = List.of();

    @Override
    protected int run(Session session) {
        throw Invalid.usage(
                "only the launcher can open the desktop application: run 'waybill desktop [--theme light|dark]"
                        + " [--service URL] [SRC [DST]]' with 'desktop' as the first word and no other options");
    }
}
