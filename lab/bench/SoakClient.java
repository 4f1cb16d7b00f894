import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.waybill.cli.Waybill;
import org.waybill.cli.command.Terminal;
import org.waybill.protocol.Protocol;

/**
 * A client that lives long: carries out the commands that standard input names, all in this process. A line is
 * {@code ID TAB MILLIS TAB ARGUMENT TAB ...}; after MILLIS (0: never) the command is interrupted, as by Ctrl-C. When it
 * is over, {@code ID CODE} is printed. The first line names the engine's transports, those by datagrams with a star. Run
 * from its source by {@code soak}.
 */
final class SoakClient {
    private SoakClient() {}

    public static void main(String[] none) throws Exception {
        System.out.println(Protocol.WAYBILL.transports().stream()
                .map(way -> way.name() + (way.isDatagrams() ? "*" : ""))
                .collect(Collectors.joining(" ")));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\t");
            Thread command = Thread.ofPlatform().start(() -> run(words[0], Arrays.copyOfRange(words, 2, words.length)));
            long millis = Long.parseLong(words[1]);
            if (millis > 0) {
                Thread.ofVirtual().start(() -> interruptAfter(millis, command));
            }
        }
        System.exit(0);
    }

    private static void interruptAfter(long millis, Thread command) {
        try {
            if (!command.join(Duration.ofMillis(millis))) {
                command.interrupt();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private static void run(String id, String... arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        int code = Waybill.run(new Terminal(nowhere, System.err, false, false, 80, System.getenv()), arguments);
        synchronized (SoakClient.class) {
            System.out.println(id + " " + code);
        }
    }
}
