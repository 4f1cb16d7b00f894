package org.waybill.cli;

import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.IntSupplier;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Terminal;
import org.waybill.client.task.LeaseWatch;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.platform.LibC;
import org.waybill.platform.Proxies;
import org.waybill.platform.Umask;

/** The process: streams, signals, exit code. */
public final class Main {
    private static final int BUSY = Reason.TARGET_BUSY.exitCode();
    private static final int SIGQUIT = 3;
    /** Their operators may want the list of threads that the JVM prints for the signal, and tools that start with it. */
    private static final Set<String> STAYING = Set.of("node", "gateway", "service", "agent", "mcp", "worker");

    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        if (arguments.length == 0 || !STAYING.contains(arguments[0])) {
            LibC.endBySignal(SIGQUIT); // Ctrl-\: what a copy has written stays as after kill -9
        }
        Terminal terminal = Terminal.ofProcess();
        // for the JDK's own clients, of services and catalogues
        ProxySelector.setDefault(Proxies.of(terminal.environment()).selector());
        try {
            LogFiles.install(terminal.environment());
        } catch (CommandFailure invalid) {
            terminal.warn(String.valueOf(invalid.getMessage()));
            System.exit(invalid.reason().exitCode());
        }
        System.exit(Interruption.guard(() -> run(terminal, arguments)));
    }

    /** If this process is an attempt of a task, it is the only one, and notes how it ends. */
    private static int run(Terminal terminal, String... arguments) {
        String lock = terminal.environment().getOrDefault(TaskLock.VARIABLE, "");
        return lock.isEmpty()
                ? Waybill.run(terminal, arguments)
                : attempt(terminal, Path.of(lock), () -> Waybill.run(terminal, arguments));
    }

    static int attempt(Terminal terminal, Path lock, IntSupplier command) {
        try {
            TaskLock.Taken taken = TaskLock.take(lock);
            if (taken == TaskLock.Taken.ANOTHERS) {
                terminal.warn("the task is run by another process already");
                return BUSY;
            }
            if (taken == TaskLock.Taken.UNWANTED) {
                terminal.warn("the task was stopped before this attempt began");
                return Reason.INTERRUPTED.exitCode();
            }
        } catch (IOException e) {
            warn(terminal, lock, e);
            return BUSY;
        }
        LeaseWatch.begin(terminal.environment());
        int code = command.getAsInt();
        try {
            TaskLock.ended(code);
        } catch (IOException e) {
            warn(terminal, lock, e); // what was done stays done: most agents see the process end
        }
        return code;
    }

    private static void warn(Terminal terminal, Path lock, IOException failure) {
        terminal.warn("cannot write " + lock + ": " + ErrorText.of(failure));
    }
}
