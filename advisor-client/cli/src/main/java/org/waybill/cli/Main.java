package org.waybill.cli;

import java.net.ProxySelector;
import org.waybill.cli.command.Terminal;
import org.waybill.platform.Proxies;
import org.waybill.platform.Umask;

/** The process: streams, signals, exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        Terminal terminal = Terminal.ofProcess();
        // for the JDK's own clients, of services and catalogues
        ProxySelector.setDefault(Proxies.of(terminal.environment()).selector());
        LogFiles.install(terminal.environment());
        int code = Interruption.guard(() -> Waybill.run(terminal, arguments));
        System.exit(code);
    }
}
