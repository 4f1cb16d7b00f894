package org.waybill.cli;

import org.waybill.cli.command.Terminal;
import org.waybill.platform.Umask;

/** The process: streams, signals, exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        Terminal terminal = Terminal.ofProcess();
        LogFiles.install(terminal.environment());
        int code = Interruption.guard(() -> Waybill.run(terminal, arguments));
        System.exit(code);
    }
}
