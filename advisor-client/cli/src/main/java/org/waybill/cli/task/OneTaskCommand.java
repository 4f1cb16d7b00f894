package org.waybill.cli.task;

import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Parameters;

/** What the commands of one task share. */
abstract class OneTaskCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The task's id as 'waybill task list' shows it.")
    String id = "";
}
