package org.waybill.cli;

import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Path;
import org.waybill.cli.command.Terminal;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.platform.Proxies;
import org.waybill.platform.Umask;

/** The process: streams, signals, exit code. */
public final class Main {
    private static final int BUSY = Reason.TARGET_BUSY.exitCode();

    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        Terminal terminal = Terminal.ofProcess();
        // for the JDK's own clients, of services and catalogues
        ProxySelector.setDefault(Proxies.of(terminal.environment()).selector());
        LogFiles.install(terminal.environment());
        int code = Interruption.guard(() -> isOnlyRun(terminal) ? Waybill.run(terminal, arguments) : BUSY);
        System.exit(code);
    }

    /** Whether no other process runs the task that this one is an attempt of, if it is one. */
    private static boolean isOnlyRun(Terminal terminal) {
        String lock = terminal.environment().getOrDefault(TaskLock.VARIABLE, "");
        try {
            if (lock.isEmpty() || TaskLock.take(Path.of(lock))) {
                return true;
            }
            terminal.warn("the task is run by another process already");
        } catch (IOException e) {
            terminal.warn("cannot lock " + lock + ": " + ErrorText.of(e));
        }
        return false;
    }
}
