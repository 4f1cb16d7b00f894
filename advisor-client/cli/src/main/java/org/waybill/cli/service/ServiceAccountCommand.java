package org.waybill.cli.service;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill service account}. */
@Command(
        name = "account",
        header = "Manage the accounts of a running service and their tokens, for its administrators.",
        description = {
            "On the service's own machine with its WAYBILL_HOME, as the user that runs it or as root, nothing else is"
                    + " needed. Elsewhere name the service with --service, with an administrator's token"
                    + " (WAYBILL_SERVICE_TOKEN_FILE).",
            "",
            "Roles: viewer (reads, submits tasks), worker (carries tasks out), operator (also changes the catalogue"
                    + " and all tasks), administrator (also manages accounts)."
        },
        subcommands = {
            ServiceAccountAddCommand.class,
            ServiceAccountListCommand.class,
            ServiceAccountRemoveCommand.class,
            ServiceAccountTokenCommand.class
        })
final class ServiceAccountCommand extends CommandGroup {}
