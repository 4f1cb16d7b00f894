package org.waybill.cli;

/** The process: streams, signals, exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        LogFiles.install(terminal.environment());
        int code = Interruption.guard(() -> Waybill.run(terminal, arguments));
        System.exit(code);
    }
}
