package org.waybill.cli.task;

import java.io.IOException;
import java.time.Duration;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.task.TaskAgent;
import org.waybill.engine.TransferException;
import org.waybill.platform.LibC;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill agent}. */
@Command(
        name = "agent",
        header = "Run the agent that carries out tasks; 'copy --background' starts it by itself.",
        description = "One agent serves each WAYBILL_HOME on each machine. Only its own user may ask it.")
public final class AgentCommand extends WaybillCommand {
    private static final long DEFAULT_IDLE_SECONDS = 900;

    @Option(
            names = "--idle",
            paramLabel = "S",
            description = "End after S seconds without a task that runs or waits. Default: ${DEFAULT-VALUE}.")
    private long idleSeconds = DEFAULT_IDLE_SECONDS;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException, IOException {
        LibC.leaveTerminal();
        boolean ran = TaskAgent.run(
                session.home(), Agents.launcher(), session.terminal().environment(), Duration.ofSeconds(idleSeconds));
        return session.answer(
                Json.object("ran", ran),
                out -> out.println(ran ? "the agent had nothing to do any more" : "another agent of this home runs"));
    }
}
