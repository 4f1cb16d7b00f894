package org.waybill.cli;

import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.Set;
import org.waybill.cli.command.Terminal;
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
    private static final Set<String> STAYING = Set.of("node", "gateway", "service", "agent");

    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        if (arguments.length == 0 || !STAYING.contains(arguments[0])) {
            LibC.endBySignal(SIGQUIT); // Ctrl-\: what a copy has written stays as after kill -9
        }
        Terminal terminal = Terminal.ofProcess();
        // for the JDK's own clients, of services and catalogues
        ProxySelector.setDefault(Proxies.of(terminal.environment()).selector());
        LogFiles.install(terminal.environment());
        System.exit(Interruption.guard(() -> run(terminal, arguments)));
    }

    /** If this process is an attempt of a task, it is the only one, and notes how it ends. */
    private static int run(Terminal terminal, String... arguments) {
        String lock = terminal.environment().getOrDefault(TaskLock.VARIABLE, "");
        if (lock.isEmpty()) {
            return Waybill.run(terminal, arguments);
        }
        try {
            if (!TaskLock.take(Path.of(lock))) {
                terminal.warn("the task is run by another process already, or is not to run any more");
                return BUSY;
            }
            int code = Waybill.run(terminal, arguments);
            TaskLock.ended(code);
            return code;
        } catch (IOException e) {
            terminal.warn("cannot write " + lock + ": " + ErrorText.of(e));
            return BUSY;
        }
    }
}
