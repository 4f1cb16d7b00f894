package org.waybill.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import org.jspecify.annotations.Nullable;

/** {@code waybill account}. */
@Command(name = "account",
        header = "Keep passwords in an encrypted vault, so that they need not be typed or written down.",
        description = {
            "",
            "SSH keys in ~/.ssh and a running ssh-agent are used without this. Passwords are asked for on the terminal "
                + "or read from a file; never give one on the command line, where every user of the machine sees it.",
            ""
        },
        subcommands = {AccountAddCommand.class, AccountListCommand.class, AccountRemoveCommand.class})
final class AccountCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @CommandLine.Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "say what to do: add, list or remove");
        }
    }
}
