package org.waybill.engine.hostile;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** Moves in a process of little memory, one after the other, and says how each ended. */
final class SmallHeapClient implements AutoCloseable {
    private static final int HEAP_MIB = 48;
    private static final int MOST_SECONDS = Integer.getInteger("hostile.seconds", 30);
    private static final String TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private final Path log;
    private final List<String> options;
    private Process process;
    private BufferedWriter orders;
    private BufferedReader answers;

    /**
     * How a move ended.
     *
     * @param reason a {@link org.waybill.engine.Reason}, {@code OK}, or the name of what should not have been thrown
     */
    record Ended(String reason, long millis, String message) {}

    SmallHeapClient(Path log, String... options) throws IOException {
        this.log = log;
        this.options = List.of(options);
        start();
    }

    private void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx" + HEAP_MIB + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.add(SmallHeapClient.class.getName());
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** @param interruptAfterMillis when the move is interrupted; 0 for never */
    Ended move(String source, String destination, int interruptAfterMillis) throws IOException {
        if (!process.isAlive()) {
            start();
        }
        orders.write(interruptAfterMillis + "\t" + source + "\t" + destination + "\n");
        orders.flush();
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return String.valueOf(answers.readLine());
            } catch (IOException e) {
                return "GONE\t0\t" + e;
            }
        });
        try {
            String[] parts = answer.get(MOST_SECONDS, TimeUnit.SECONDS).split("\t", 3);
            return parts.length < 3
                    ? new Ended("GONE", 0, parts[0])
                    : new Ended(parts[0], Long.parseLong(parts[1]), parts[2]);
        } catch (TimeoutException | ExecutionException | InterruptedException e) {
            String where = stacks();
            process.destroyForcibly().onExit().join();
            return new Ended("HANGS", MOST_SECONDS * 1000, where);
        }
    }

    private String stacks() {
        try {
            Path dump = Files.createTempFile("hostile", ".stacks");
            Files.delete(dump);
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                            String.valueOf(process.pid()),
                            "Thread.dump_to_file",
                            dump.toString())
                    .start()
                    .waitFor();
            String text = Files.readString(dump);
            Files.delete(dump);
            return text;
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = in.readLine(); order != null; order = in.readLine()) {
            String[] words = order.split("\t", -1);
            boolean asks = words[2].startsWith("?");
            System.out.println(run(
                    Integer.parseInt(words[0]),
                    location(words[1]),
                    location(asks ? "/" : words[2]),
                    asks ? words[2].substring(1) : ""));
        }
    }

    private static Location location(String text) {
        if (text.equals("-")) {
            return Location.STREAM;
        }
        if (text.startsWith("/")) {
            return Location.local(text);
        }
        URI uri = URI.create(text);
        return new Location(uri.getScheme(), uri.getUserInfo(), uri.getHost(), uri.getPort(), uri.getPath());
    }

    /** What else is asked of a node. */
    private static void ask(String question, Path home, Location node) throws TransferException, InterruptedException {
        switch (question) {
            case "list" -> new NodeQueries(home).list(node);
            case "status" -> new NodeQueries(home).status(node);
            case "send on" -> new NodeQueries(home).sendOn(node, node, CopyRules.USUAL, true, 0, new byte[0], _ -> {});
            case "pair" -> PairingClient.pair(home, String.valueOf(node.host()), node.port(), TOKEN);
            case "download", "upload", "examine", "trains" -> {
                try (MeasuringClient measuring = MeasuringClient.connect(home, node)) {
                    measure(question, measuring);
                }
            }
            default -> throw new IllegalArgumentException(question);
        }
    }

    private static void measure(String question, MeasuringClient measuring) throws TransferException {
        switch (question) {
            case "download" -> measuring.download(100_000, _ -> {});
            case "upload" -> measuring.upload(100_000, _ -> {});
            case "examine" -> measuring.examine();
            default -> {
                measuring.openTrains(1);
                measuring.announce(1, 10);
                measuring.arrivals();
            }
        }
    }

    private static String run(int interruptAfterMillis, Location source, Location destination, String question) {
        TestCredentials credentials = new TestCredentials();
        String keys = System.getProperty("hostile.sshd");
        if (keys != null) {
            credentials.knownHosts(Path.of(keys, "known_hosts")).sshKey(Path.of(keys, "user_key"));
        }
        String grid = System.getProperty("hostile.grid");
        if (grid != null) {
            credentials.grid(Path.of(grid, "proxy.pem"), Path.of(grid, "certificates"));
        }
        String home = System.getProperty("hostile.home");
        List<Mover> movers = TestMovers.of(credentials)
                .precededBy(
                        home == null
                                ? List.of()
                                : List.of(new EngineMover(Path.of(home))
                                        .withStreams(InputStream.nullInputStream(), OutputStream.nullOutputStream())))
                .all();
        Thread here = Thread.currentThread();
        long[] interruptedNs = {0};
        Thread interrupter = Thread.ofVirtual().unstarted(() -> {
            try {
                Thread.sleep(interruptAfterMillis);
                interruptedNs[0] = System.nanoTime();
                here.interrupt();
            } catch (InterruptedException ended) {
                // it ended by itself
            }
        });
        if (interruptAfterMillis > 0) {
            interrupter.start();
        }
        long startNs = System.nanoTime();
        String reason = "OK";
        String message = "";
        try {
            if (question.isEmpty()) {
                movers.stream()
                        .filter(one -> one.accepts(source, destination))
                        .findFirst()
                        .orElseThrow()
                        .move(TransferRequest.of(source, destination), TransferListener.NONE);
            } else {
                ask(question, Path.of(String.valueOf(home)), source);
            }
        } catch (TransferException e) {
            reason = e.reason().name();
            message = String.valueOf(e.getMessage());
        } catch (Throwable e) {
            reason = e.getClass().getSimpleName();
            message = String.valueOf(e.getMessage());
            if (!(e instanceof InterruptedException)) {
                e.printStackTrace();
            }
        }
        interrupter.interrupt();
        Thread.interrupted();
        long sinceNs = System.nanoTime() - (interruptedNs[0] == 0 ? startNs : interruptedNs[0]);
        return reason + "\t" + TimeUnit.NANOSECONDS.toMillis(sinceNs) + "\t" + message.replaceAll("\\s", " ");
    }
}
