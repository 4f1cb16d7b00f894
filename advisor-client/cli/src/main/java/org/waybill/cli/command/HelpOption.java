package org.waybill.cli.command;

import picocli.CommandLine.Option;

/** How a command is asked for its help. */
@SuppressWarnings("UnusedVariable") // picocli reads the fields
public sealed interface HelpOption {
    /** As by nearly all. */
    final class Usual implements HelpOption {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help and exit.")
        private boolean help;
    }

    /** Where {@code -h} means what it means to {@code ls} and {@code du}. */
    final class InFull implements HelpOption {
        @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
        private boolean help;
    }
}
