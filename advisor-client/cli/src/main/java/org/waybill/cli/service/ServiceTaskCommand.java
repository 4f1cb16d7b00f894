package org.waybill.cli.service;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill service task}. */
@Command(
        name = "task",
        header = "Submit transfers to a site's service, whose workers carry them out, and watch them.",
        description = "Neither this machine nor your login is needed once a task is submitted. Name the service with"
                + " --service, and your token's file in WAYBILL_SERVICE_TOKEN_FILE.",
        footer = {
            "waybill service task submit --service https://waybill.example.org /data/run7 sftp://dtn.example.org/in/",
            "waybill service task wait 17 --service https://waybill.example.org"
        },
        subcommands = {
            ServiceTaskSubmitCommand.class,
            ServiceTaskListCommand.class,
            OneServiceTaskCommand.ShowCommand.class,
            ServiceTaskWaitCommand.class,
            OneServiceTaskCommand.CancelCommand.class
        })
final class ServiceTaskCommand extends CommandGroup {}
