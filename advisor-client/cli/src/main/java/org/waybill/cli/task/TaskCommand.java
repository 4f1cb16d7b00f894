package org.waybill.cli.task;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill task}. */
@Command(
        name = "task",
        header = "Watch and control transfers in the background, which 'copy --background' submits.",
        description = "A task goes on when its terminal is closed, and after the machine was restarted with the next "
                + "command of 'waybill task'. What has arrived is never sent again. An ID may be shortened to its "
                + "first letters.",
        footer = {
            "waybill copy --background run7 user@dtn.example.org:/data/",
            "waybill task list",
            "waybill task wait 3f9a0c"
        },
        subcommands = {
            TaskListCommand.class,
            TaskShowCommand.class,
            TaskWhyCommand.class,
            TaskWaitCommand.class,
            TaskLogCommand.class,
            TaskChangeCommand.Pause.class,
            TaskChangeCommand.Resume.class,
            TaskChangeCommand.Cancel.class,
            TaskChangeCommand.Retry.class
        })
public final class TaskCommand extends CommandGroup {}
