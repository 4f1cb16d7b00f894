package org.waybill.cli.task;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Version;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.TaskStore;
import org.waybill.client.worker.Worker;
import org.waybill.client.worker.WorkerPlaces;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill worker}. */
@Command(
        name = "worker",
        header = "Carry out the tasks of a site's transfer service on this machine.",
        description = {
            "Takes tasks that users have submitted to the service and runs each as a process of its own, with the"
                + " logins of this WAYBILL_HOME. Who runs a worker can use what its home holds, and lends it to every"
                + " account of the service: give it logins that all of them may use.",
            "",
            "Tasks read and write local files only below the directories of --data, and connect only to hosts that the"
                    + " service's operator has listed. The worker's account needs the role worker."
        },
        footer = {
            "waybill worker --service https://waybill.example.org --name dtn1 --data /data --data /scratch",
            "waybill worker --service https://waybill.example.org --at-once 8"
        })
public final class WorkerCommand extends WaybillCommand {
    private static final int MOST_AT_ONCE = 1_000;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The worker's name, one for each. Default: the name of this machine.")
    private String name = WaybillHome.thisMachine();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Tasks may read and write below DIR, links resolved; repeatable. Default: no local files.")
    private List<Path> directories = List.of();

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "How many tasks it runs at once. Default: ${DEFAULT-VALUE}.")
    private int atOnce = 4;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        if (!session.hasNamedService()) {
            throw Invalid.usage("a worker takes the tasks of a service: name it with --service");
        }
        if (atOnce < 1 || atOnce > MOST_AT_ONCE) {
            throw Invalid.value("--at-once", atOnce, "1-" + MOST_AT_ONCE);
        }
        if (Agents.launcher().isEmpty()) {
            throw Invalid.usage("tasks can be run only by the script 'waybill': run that");
        }
        TaskStore.checkedId(name); // the service has the same rule
        WorkerPlaces places = WorkerPlaces.of(directories, session.names(), secret(session));
        String url = session.advisorClient().address().url().toString();
        Worker worker = new Worker(
                new Worker.Setting(
                        session.advisor(),
                        url,
                        name,
                        Version.number(),
                        atOnce,
                        places,
                        new TaskStore(session.home().worker(name)),
                        Agents.launcher(),
                        session.terminal().environment()),
                line -> session.note("waybill: " + line));
        session.answer(
                Json.object("name", name, "service", url),
                out -> out.println("worker " + name + " takes the tasks of " + url + " (Ctrl-C stops it)"));
        worker.run();
        return 0;
    }

    /** What the worker logs in with. */
    private static List<Path> secret(Session session) {
        List<Path> all = new ArrayList<>(List.of(session.home().root(), SshConfig.directory(session.userHome())));
        String token = session.terminal().environment().getOrDefault("WAYBILL_SERVICE_TOKEN_FILE", "");
        if (!token.isEmpty()) {
            all.add(Path.of(token));
        }
        return all;
    }
}
