package org.waybill.cli.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskSubmission;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill service task submit}. */
@Command(
        name = "submit",
        header = "Submit a copy to the service, and print its number.",
        description = "SRC and DST are URLs, user@host:path, or absolute paths on a worker of the service; nothing is"
                + " read from this machine.",
        footer = {"waybill service task submit --id run7 --option rate=500M /data/run7 sftp://dtn.example.org/in/"})
final class ServiceTaskSubmitCommand extends WaybillCommand {
    @Parameters(
            index = "0..*",
            arity = "2..*",
            paramLabel = "SRC... DST",
            description = "What is copied, and to where.")
    private List<String> ends = List.of();

    @Option(
            names = "--id",
            paramLabel = "NAME",
            description = "Your own id: the same submitted again under it is the same task.")
    private @Nullable String id;

    @Option(
            names = {"-o", "--option"},
            paramLabel = "NAME[=VALUE]",
            description = "An option of 'waybill copy' for the task, such as rate=500M or strict; repeatable.")
    private List<String> options = List.of();

    @Option(names = "--priority", paramLabel = "N", description = "-10 to 10; above 0 for operators. Default: 0.")
    private @Nullable Integer priority;

    @Override
    protected int run(Session session) {
        if (ends.size() < 2) {
            throw Invalid.usage("a source and a destination are required");
        }
        List<String> words = options.stream()
                .map(one -> one.startsWith("--") ? one : "--" + one)
                .toList();
        ServiceTask task = OneServiceTaskCommand.tasks(session)
                .submitTask(new TaskSubmission(
                        id, null, ends.subList(0, ends.size() - 1), ends.getLast(), words, priority));
        return session.answer(task, out -> out.println(ServiceTaskText.line(task)));
    }
}
