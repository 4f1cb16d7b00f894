package org.waybill.cli.mcp;

import java.io.IOException;
import java.nio.file.Path;
import org.waybill.cli.command.Session;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.task.TaskClient;
import org.waybill.client.task.TaskLauncher;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * What the tools of one server work with.
 *
 * @param home whose plans, policy and tasks they are
 * @param secrets that no plan may touch
 * @param commands how commands are run
 * @param tasks of the home
 * @param places how places are read; each time anew, since the user may change remotes
 */
record ToolContext(WaybillHome home, PlanEnd.Secrets secrets, CommandRun commands, TaskClient tasks, Names places) {
    /** Reads the user's own names of places. */
    interface Names {
        EndpointNames now() throws TransferException;
    }

    static ToolContext of(Session session) {
        TaskClient tasks =
                TaskLauncher.client(session.home(), session.terminal().environment());
        return new ToolContext(
                session.home(),
                PlanEnd.Secrets.of(
                        session.home(), session.userHome(), session.terminal().environment()),
                CommandRun.of(tasks),
                tasks,
                session::names);
    }

    Plans plans() {
        return Plans.of(home);
    }

    PlanEnd place(String text) throws TransferException {
        return PlanEnd.of(text, places.now(), secrets);
    }

    Policy policy() throws TransferException {
        return Policy.of(home);
    }

    double cost(long bytes, PlanEnd source, PlanEnd destination) throws TransferException {
        return policy().cost(bytes, source, destination, places.now(), secrets);
    }

    /** Why the policy does not approve a plan; empty if it does. */
    String refusal(Plan plan) throws TransferException, IOException {
        return policy().refusal(plan, plans(), places.now(), secrets).orElse("");
    }

    /** A failure to read or write what assistants have planned. */
    TransferException unreadable(IOException failure) {
        Path directory = home.assistants();
        return new TransferException(
                Reason.PERMISSION, "cannot use " + directory + ": " + failure.getMessage(), failure);
    }
}
