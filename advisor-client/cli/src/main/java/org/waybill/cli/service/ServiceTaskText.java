package org.waybill.cli.service;

import java.io.PrintStream;
import java.util.Locale;
import org.waybill.api.task.ServiceTask;
import org.waybill.cli.command.PrintableText;
import org.waybill.client.HumanUnits;

/** Tasks of a service, for people. */
final class ServiceTaskText {
    private ServiceTaskText() {}

    /** Its number and state, and why it waits or has failed. */
    static String line(ServiceTask task) {
        String why =
                task.reason().isEmpty() ? "" : " (" + task.reason() + ": " + PrintableText.of(task.message()) + ")";
        return "task " + task.id() + " " + state(task) + why;
    }

    static String state(ServiceTask task) {
        return task.state().name().toLowerCase(Locale.ROOT);
    }

    static String progress(ServiceTask task) {
        String done = HumanUnits.binarySize(task.bytesDone());
        return task.bytesTotal() < 0 ? done : done + " of " + HumanUnits.binarySize(task.bytesTotal());
    }

    static void print(PrintStream out, ServiceTask task) {
        out.println(line(task));
        out.println("from       " + PrintableText.of(String.join(", ", task.sources())));
        out.println("to         " + PrintableText.of(task.destination()));
        out.println("progress   " + progress(task));
        out.println("worker     " + (task.worker().isEmpty() ? "-" : task.worker()));
        out.println("submitted  " + task.submittedAt() + " by " + task.account() + " as " + task.submission());
        if (task.nextAttemptAt() != null) {
            out.println("next       " + task.nextAttemptAt());
        }
    }
}
