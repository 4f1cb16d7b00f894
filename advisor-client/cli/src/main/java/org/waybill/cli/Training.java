package org.waybill.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;

/**
 * What the launcher runs once for each kind of command, to learn what they load: it makes the start-up caches from it.
 * Answers are thrown away. Works in the WAYBILL_HOME of the environment, which the launcher makes for it.
 */
final class Training {
    private static final int SAMPLE_BYTES = 4 << 20;

    private final Terminal terminal;

    private Training(Terminal terminal) {
        this.terminal = terminal;
    }

    public static void main(String[] arguments) throws IOException, TransferException {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Map<String, String> environment = System.getenv();
        LogFiles.install(environment);
        Training training = new Training(new Terminal(nowhere, System.err, false, false, 80, environment));
        if (List.of(arguments).contains("service")) {
            training.commandsWithTheService();
        } else {
            training.quickCommands(WaybillHome.of(environment));
        }
        System.exit(0);
    }

    private void quickCommands(WaybillHome home) throws IOException, TransferException {
        run("--version");
        run("--help");
        run("explain", "--json");
        run("account", "list");
        Path data = home.root().resolve("data");
        WaybillHome.createPrivate(data);
        Path sample = Files.write(home.root().resolve("sample"), new byte[SAMPLE_BYTES]);
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(home.root(), data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            run("move", "--transport", "tcp", sample.toString(), url + "a");
            run("move", "--transport", "tcp", "--json", url + "a", home.root().resolve("back").toString());
        }
    }

    private void commandsWithTheService() {
        run("demo", "--size", "8MiB");
        run("demo", "--size", "1MiB", "--json");
        run("history", "show");
    }

    private void run(String... arguments) {
        int code = Waybill.run(terminal, arguments);
        System.err.println(code + " " + String.join(" ", arguments));
    }
}
