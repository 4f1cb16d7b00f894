package org.waybill.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * What the launcher runs once to learn what commands load: it makes the start-up cache from it. Answers are thrown
 * away. Works in the WAYBILL_HOME of the environment, which the launcher makes for it.
 */
final class Training {
    private static final List<String[]> RUNS = List.of(
            new String[] {"--version"},
            new String[] {"--help"},
            new String[] {"explain", "--json"},
            new String[] {"demo", "--size", "8MiB"},
            new String[] {"demo", "--size", "1MiB", "--json"},
            new String[] {"account", "list"},
            new String[] {"history", "show"});

    private Training() {}

    public static void main(String[] arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Map<String, String> environment = System.getenv();
        LogFiles.install(environment);
        Terminal terminal = new Terminal(nowhere, System.err, false, false, 80, environment);
        for (String[] run : RUNS) {
            int code = Waybill.run(terminal, run);
            System.err.println(code + " " + String.join(" ", run));
        }
        System.exit(0);
    }
}
