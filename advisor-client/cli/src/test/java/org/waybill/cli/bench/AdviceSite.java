package org.waybill.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** A topology with real servers at B, among them a node that A is paired with, and commands at A; ended by close. */
final class AdviceSite implements AutoCloseable {
    private static final String FAR = "10.77.2.1";
    private static final int CROSS_PORT = 5201;
    private static final int LIMIT_SECONDS = 240;
    private static final String LEARNER = "learner";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final AdviceTopology topology;
    private final String launcher;
    /** At the root, so that a server that shows all of the disk and one that shows its parent name it alike. */
    private final Path directory;

    private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();
    private final Lab lab;
    private final Path source;
    private int commands;
    private String home = "waybill";

    private record Result(int code, String out, double seconds, Instant ended) {}

    AdviceSite(AdviceTopology topology, String launcher) throws Exception {
        this.topology = topology;
        this.launcher = launcher;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close)); // what was interrupted leaves nothing either
        directory = Files.createTempDirectory(Path.of("/"), "advice-table-");
        opened.push(() -> delete(directory));
        try {
            Path from = data(topology.upload() ? "near" : "far");
            Path to = data(topology.upload() ? "far" : "near");
            if (Double.isFinite(topology.diskBytesPerSecond())) {
                boolean reading = topology.kind() == AdviceTopology.Kind.SLOW_SOURCE;
                opened(Handicaps.slowDisk(
                        open(reading ? from : to),
                        directory.resolve("disk"),
                        3 * topology.bytes() + (64L << 20),
                        (long) topology.diskBytesPerSecond(),
                        reading));
            }
            source = write(from.resolve("job.dat"));
            Handicaps.forget(source);
            lab = opened(Lab.wan(
                    "advice" + topology.number() + "x",
                    Files.writeString(directory.resolve("topology"), topology.text())));
            lab.names("10.77.1.1 a.example.org\n10.77.2.1 b.example.org\n", "A", "B");
            if (topology.kind() == AdviceTopology.Kind.NO_ICMP) {
                lab.in("B", "sysctl", "-qw", "net.ipv4.icmp_echo_ignore_all=1");
                lab.in("A", "sysctl", "-qw", "net.ipv4.icmp_echo_ignore_all=1");
            }
            serve();
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private Path data(String name) throws IOException {
        return open(Files.createDirectories(directory.resolve(name).resolve("data")));
    }

    private static Path open(Path path) throws IOException {
        for (Path one : List.of(path.getParent(), path)) {
            Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return path;
    }

    private Path write(Path file) throws IOException {
        Random random = new Random(topology.seed());
        byte[] block = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = topology.bytes(); left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, (int) Math.min(left, block.length));
            }
        }
        return file;
    }

    private void serve() throws Exception {
        LabServer.At at = new LabServer.At(lab, "B", FAR);
        String group = "advice-" + ProcessHandle.current().pid();
        opened.push(() -> Handicaps.endGroup(group));
        opened(LabServer.sshd(at, directory));
        opened(LabServer.vsftpd(at, directory, directory, false));
        opened(LabServer.nginx(at, directory, Path.of("/")));
        Path said = directory.resolve("node.out");
        Process node = lab.start(
                "B",
                said,
                Map.of("WAYBILL_HOME", directory.resolve("node").toString(), "WAYBILL_BUILD", "no"),
                List.of(launcher, "node", "--json", "--listen", FAR + ":7411", "--data-dir", "/"));
        opened.push(() -> end(node));
        Path ssh = Files.createDirectories(directory.resolve("home/.ssh"));
        Files.copy(directory.resolve("user_key"), ssh.resolve("id_ed25519"));
        Files.copy(directory.resolve("known_hosts"), ssh.resolve("known_hosts"));
        String token = JSON.readTree(awaited(said)).get("pairingToken").asString();
        Result paired = run(
                "pair",
                FAR + ":7411",
                "--token-file",
                Files.writeString(directory.resolve("token"), token + "\n").toString());
        if (paired.code() != 0) {
            throw new IOException("the node was not paired with: exit code " + paired.code());
        }
        copy(directory.resolve(home), directory.resolve(LEARNER));
        if (Double.isFinite(topology.cpus())) {
            Handicaps.fewCpus(lab.namespace("B"), group, topology.cpus());
        }
        if (topology.flows() > 0) {
            cross();
        }
    }

    private static String awaited(Path file) throws Exception {
        for (int i = 0; i < 300 && !Files.readString(file).contains("}"); i++) {
            Thread.sleep(100);
        }
        return Files.readString(file);
    }

    /** Connections that send until the lab is closed. */
    private void cross() throws Exception {
        ServerSocket server = opened(InNamespace.call(
                lab.namespace("Y"), () -> new ServerSocket(CROSS_PORT, 50, InetAddress.ofLiteral("10.77.4.1"))));
        for (int i = 0; i < topology.flows(); i++) {
            InNamespace.call(lab.namespace("X"), () -> {
                Socket socket = opened(new Socket());
                socket.connect(new InetSocketAddress("10.77.4.1", CROSS_PORT), 20_000);
                Thread.ofPlatform().daemon().start(() -> pump(socket, true));
                return socket;
            });
            Socket taken = opened(server.accept());
            Thread.ofPlatform().daemon().start(() -> pump(taken, false));
        }
        Thread.sleep(3_000); // out of slow start
    }

    private static void pump(Socket socket, boolean send) {
        byte[] block = new byte[1 << 16];
        try (InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream()) {
            while (send || in.read(block) >= 0) {
                if (send) {
                    out.write(block);
                }
            }
        } catch (IOException _) {
            return; // the lab was closed
        }
    }

    private Result run(String... arguments) throws IOException, InterruptedException {
        Path out = directory.resolve("out" + commands);
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", lab.namespace("A"), launcher));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err" + commands++).toFile());
        builder.environment()
                .putAll(Map.of(
                        "HOME",
                        directory.resolve("home").toString(),
                        "WAYBILL_HOME",
                        directory.resolve(home).toString(),
                        "SSH_AUTH_SOCK",
                        "",
                        "WAYBILL_BUILD",
                        "no"));
        long startNs = System.nanoTime();
        Process process = builder.start();
        opened.push(() -> end(process));
        process.getOutputStream().close();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        Instant end = Instant.now();
        double seconds = (System.nanoTime() - startNs) / 1e9;
        if (!ended) {
            end(process);
        }
        return new Result(ended ? process.exitValue() : AdviceRow.TOO_LONG, Files.readString(out), seconds, end);
    }

    /** What one {@code advise} said, and what it cost. */
    private record Advised(String id, List<JsonNode> options, int code, long wireBytes, double seconds) {}

    private Advised advised() throws Exception {
        String[] ends = ends(0);
        Handicaps.forget(source); // the copies read it from its disk too
        long before = wireBytes();
        Result advise = run("advise", "--json", ends[0], ends[1]);
        JsonNode document = advise.out().isBlank() ? MissingNode.getInstance() : JSON.readTree(advise.out());
        List<JsonNode> options = StreamSupport.stream(document.path("workflows").spliterator(), false)
                .toList();
        return new Advised(
                document.path("id").asString(""), options, advise.code(), wireBytes() - before, advise.seconds());
    }

    /**
     * Asks for advice, then carries out all that it lists, a number of times each, each round in another order.
     *
     * @param kept gets the advice with its facts and all outcomes, so that it can be judged again and a miss looked into
     */
    List<AdviceRow> rows(int runs, Path kept) throws Exception {
        Path notes = directory.resolve("err" + commands);
        Advised advice = advised();
        Files.createDirectories(kept);
        Files.copy(notes, kept.resolve(topology.number() + ".notes"), StandardCopyOption.REPLACE_EXISTING);
        List<JsonNode> options = advice.options();
        if (options.isEmpty()) {
            return List.of(row(MissingNode.getInstance(), advice, List.of(), advice.code(), AdviceRow.COLD));
        }
        List<List<Double>> outcomes = Stream.generate(() -> (List<Double>) new ArrayList<Double>())
                .limit(options.size())
                .toList();
        int[] codes = new int[options.size()];
        for (int i = 0; i < runs * options.size(); i++) {
            int at = (topology.number() + i + i / options.size()) % options.size();
            if (options.get(at).path("movable").asBoolean()) {
                codes[at] = Math.max(codes[at], move(options.get(at), 1 + i, outcomes.get(at)));
            }
        }
        keep(advice, outcomes, kept.resolve(topology.number() + ".json"));
        List<AdviceRow> rows = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            rows.add(row(options.get(i), advice, outcomes.get(i), codes[i], AdviceRow.COLD));
        }
        return rows;
    }

    /** The home's kept advice, with the outcomes of all options that were carried out. */
    private void keep(Advised advice, List<List<Double>> outcomes, Path file) throws IOException {
        ObjectNode document = (ObjectNode) JSON.readTree(
                Files.readString(directory.resolve(home).resolve("advices").resolve(advice.id() + ".json")));
        ArrayNode all = document.putArray("outcomes");
        for (int i = 0; i < outcomes.size(); i++) {
            for (double seconds : outcomes.get(i)) {
                if (Double.isFinite(seconds)) {
                    all.addObject()
                            .put("option", id(advice.options().get(i)))
                            .put("seconds", seconds)
                            .put("bytes", topology.bytes())
                            .put("endedAt", Instant.now().toString());
                }
            }
        }
        Files.writeString(file, document + "\n");
    }

    /**
     * What a home that knew nothing forecasts of one option after one transfer by it, after four, and after the first
     * over half the capacity.
     *
     * @param id of the option
     */
    List<AdviceRow> learned(String id) throws Exception {
        home = LEARNER;
        List<AdviceRow> rows = new ArrayList<>();
        for (AdviceRow.Phase phase : AdviceRow.Phase.values()) {
            if (phase == AdviceRow.Phase.HALVED) {
                lab.control(
                        "set", topology.dataPipe(), String.format(Locale.ROOT, "rate=%.3fmbit", topology.mbit() / 2));
            }
            for (int i = 0; i < phase.transfersBefore(); i++) {
                Optional<JsonNode> option = option(advised(), id);
                if (option.isPresent()) {
                    move(option.get(), 1_000, new ArrayList<>());
                }
            }
            Advised advice = advised();
            Optional<JsonNode> option = option(advice, id);
            if (option.isPresent()) {
                List<Double> outcomes = new ArrayList<>();
                int code = move(option.get(), 1_000, outcomes);
                rows.add(row(option.get(), advice, outcomes, code, phase.name()));
            }
        }
        return rows;
    }

    private static Optional<JsonNode> option(Advised advice, String id) {
        return advice.options().stream().filter(one -> id(one).equals(id)).findFirst();
    }

    private AdviceRow row(JsonNode option, Advised advice, List<Double> outcomes, int code, String phase)
            throws IOException {
        JsonNode estimate = option.path("estimate");
        return new AdviceRow(
                topology.number(),
                topology.kind(),
                topology.told(),
                topology.bytes(),
                option.isMissingNode() ? AdviceRow.NO_OPTION : id(option),
                option.path("rank").asInt(),
                option.path("movable").asBoolean(),
                estimate.path("secondsP50").asDouble(Double.NaN),
                estimate.path("secondsP90").asDouble(Double.NaN),
                evidence(estimate),
                outcomes,
                code,
                advice.wireBytes(),
                advice.seconds(),
                load(),
                phase);
    }

    private static String id(JsonNode option) {
        String id = option.path("id").asString("");
        int streams = option.path("streams").asInt();
        return !id.isEmpty()
                ? id
                : option.path("transport").asString()
                        + (streams == 0 ? "" : "x" + streams)
                        + (option.path("movable").asBoolean()
                                ? ""
                                : " " + option.path("tool").asString());
    }

    private static String evidence(JsonNode estimate) {
        String evidence = estimate.path("evidence").asString("");
        return evidence.isEmpty() ? estimate.path("basis").asString("-").toLowerCase(Locale.ROOT) : evidence;
    }

    private String[] ends(int run) {
        String target = "/data/copy" + run + ".dat";
        return topology.upload()
                ? new String[] {source.toString(), FAR + ":" + directory + "/far" + target}
                : new String[] {FAR + ":" + source, directory + "/near" + target};
    }

    /** By its transport, so that no other advice is asked for and what was learnt meanwhile changes nothing. */
    private int move(JsonNode option, int run, List<Double> outcomes) throws Exception {
        String[] ends = ends(run);
        Handicaps.forget(source);
        int streams = option.path("streams").asInt();
        String transport = option.path("transport").asString();
        Result moved = run(
                "move",
                "--json",
                "--transport",
                transport,
                "--streams",
                streams == 0 ? "auto" : "" + streams,
                end(ends[0], transport),
                end(ends[1], transport));
        Path copy = Path.of(ends[1].substring(ends[1].indexOf(':') + 1));
        boolean same = Files.exists(copy) && Files.mismatch(source, copy) < 0;
        Files.deleteIfExists(copy);
        if (moved.code() != 0 || !same) {
            outcomes.add(Double.NaN);
            return moved.code() == 0 ? AdviceRow.WRONG_DATA : moved.code();
        }
        Instant began =
                Instant.parse(JSON.readTree(moved.out()).get("startedAt").asString());
        outcomes.add(Duration.between(began, moved.ended()).toNanos() / 1e9);
        return 0;
    }

    /** Nodes serve the whole of the remote host, so a path for SSH is the same path at its node. */
    private static String end(String end, String transport) {
        boolean ours = Protocol.WAYBILL.transports().contains(Protocols.transport(transport));
        return ours ? end.replace(FAR + ":", "waybill://" + FAR) : end;
    }

    private long wireBytes() throws Exception {
        String wan = lab.in("A", "cat", "/proc/net/dev")
                .lines()
                .filter(line -> line.contains("wan0:"))
                .findFirst()
                .orElseThrow();
        String[] fields = wan.substring(wan.indexOf(':') + 1).strip().split("\\s+");
        return Long.parseLong(fields[0]) + Long.parseLong(fields[8]);
    }

    private static double load() throws IOException {
        return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    }

    private static void end(Process process) throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** A home that is paired and has done nothing else. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        Process copying = new ProcessBuilder("cp", "-a", from.toString(), to.toString()).start();
        if (copying.waitFor() != 0) {
            throw new IOException("cannot copy " + from);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Ends all in the opposite order; what cannot be ended is reported and does not keep the others. */
    @Override
    public void close() {
        for (AutoCloseable last = opened.poll(); last != null; last = opened.poll()) {
            try {
                last.close();
            } catch (Exception e) {
                System.err.println("advice-table: " + e);
            }
        }
    }
}
