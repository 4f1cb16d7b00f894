package org.waybill.cli.account;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill account}. */
@Command(
        name = "account",
        header = "Manage passwords and certificates in an encrypted vault.",
        description = "SSH keys in ~/.ssh and a running ssh-agent are used without this. Waybill prompts for "
                + "passwords on the terminal or reads them from a file. Never give a password on the command "
                + "line: other users of this machine can read it.",
        subcommands = {AccountAddCommand.class, AccountListCommand.class, AccountRemoveCommand.class})
public final class AccountCommand extends CommandGroup {}
