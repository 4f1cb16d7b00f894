package org.waybill.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.waybill.cli.command.Terminal;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Umask;

/**
 * What the launcher runs once for each kind of command, to learn what they load: it makes the start-up caches from it.
 * Answers are thrown away. Works in the WAYBILL_HOME of the environment, which the launcher makes for it.
 * See decision 0083.
 */
record StartupCacheTraining(Terminal terminal) {
    /** Long enough for the hot code of a transfer to be compiled, and so to be remembered as hot. */
    private static final long LARGE_BYTES = 128L << 20;

    private static final int SMALL_FILES = 300;
    private static final int MOST_TRIES = 100;
    private static final long PAUSE_NS = 100_000_000;

    public static void main(String[] arguments) throws IOException, TransferException {
        Umask.keepAllToUser();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Map<String, String> environment = System.getenv();
        LogFiles.install(environment);
        StartupCacheTraining training =
                new StartupCacheTraining(new Terminal(nowhere, System.err, false, false, 80, environment));
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
        tasks(home);
        Path data = home.root().resolve("data");
        PrivateFiles.createDirectory(data);
        Path large = home.root().resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(LARGE_BYTES);
        }
        Path small = Files.createDirectory(home.root().resolve("small"));
        for (int i = 0; i < SMALL_FILES; i++) {
            Files.write(small.resolve("f" + i), new byte[i * 20]);
        }
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(home.root(), data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
            String url = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            run("copy", "--transport", "tcp", large.toString(), url + "large");
            run(
                    "copy",
                    "--transport",
                    "tcp",
                    "--json",
                    url + "large",
                    home.root().resolve("back").toString());
            run("copy", "--transport", "plut", "--dedicated", "--rate", "1Gbit", large.toString(), url + "again");
            run("copy", "--transport", "tcp", small.toString(), url + "small");
            run("copy", "--transport", "tcp", small.resolve("f9").toString(), url + "one");
        }
    }

    /** A submission, with its agent in this process. */
    private void tasks(WaybillHome home) {
        Thread.ofPlatform().daemon().start(() -> run("agent"));
        Path file = home.root().resolve("none");
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (run("copy", "--background", "--at", "2h", "--id", "a", file.toString(), file + "2") == 0) {
                break;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        run("task", "list");
        run("task", "show", "a");
        run("task", "cancel", "a");
    }

    private void commandsWithTheService() {
        run("demo", "--size", "8MiB");
        run("demo", "--size", "1MiB", "--json");
        run("history", "show");
    }

    private int run(String... arguments) {
        int code = Waybill.run(terminal, arguments);
        System.err.println(code + " " + String.join(" ", arguments));
        return code;
    }
}
