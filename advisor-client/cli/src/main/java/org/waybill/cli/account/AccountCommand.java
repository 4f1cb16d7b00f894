package org.waybill.cli.account;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill account}. */
@Command(
        name = "account",
        header = "Keep passwords and certificates in an encrypted vault, not typed and not written down.",
        description = {
            "",
            "SSH keys in ~/.ssh and a running ssh-agent are used without this. Passwords are asked for on the terminal"
                + " or read from a file; never give one on the command line, where every user of the machine sees it.",
            ""
        },
        subcommands = {AccountAddCommand.class, AccountListCommand.class, AccountRemoveCommand.class})
public final class AccountCommand extends CommandGroup {}
