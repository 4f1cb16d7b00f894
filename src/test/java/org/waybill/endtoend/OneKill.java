package org.waybill.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.waybill.endtoend.Rig.Protocol;
import org.waybill.engine.testserver.Packages;
import org.waybill.platform.PrivateFiles;

/** One transfer that is killed, what it left behind, and the same command run again. All that varies is the seed's. */
final class OneKill {
    private static final String OLD = "what was there before";
    private static final double MOVING_SECONDS = 1.0;
    private static final int MOMENT_LIMIT_MILLIS = 60_000;
    private static final int END_LIMIT_SECONDS = 120;
    /** The longest that an end takes here: reading back, comparing, syncing, renaming. */
    private static final int END_MILLIS = 300;

    private static final int SPARE_MILLIS = 400;
    /** Of one thread. */
    private static final int MOST_CALLS = 2;
    /** Where a file becomes durable and gets its name, and what is no longer needed goes. */
    private static final List<String> CALLS =
            List.of("rename,renameat,renameat2", "fsync,fdatasync", "unlink,unlinkat");

    private final Rig rig;
    private final KillTally tally;
    private final Protocol protocol;
    private final int seed;
    private final Random random;
    private final Path source;
    private final Path target;
    private final Path targetDirectory;
    private final List<String> arguments;
    private final List<String> blows = new ArrayList<>();
    private boolean wasOver;

    /** When the blow falls. */
    private enum Moment {
        START,
        MIDDLE,
        END,
        CALL
    }

    OneKill(Rig rig, KillTally tally, int seed) throws IOException {
        this.rig = rig;
        this.tally = tally;
        this.protocol = tally.protocol();
        this.seed = seed;
        this.random = new Random(seed * 31L + protocol.ordinal());
        String name = protocol.transport() + "-" + (tally.isPush() ? "up" : "down") + "-" + seed;
        this.source = rig.sources(protocol).of(seed);
        this.targetDirectory = tally.isPush()
                ? rig.fresh(protocol, name)
                : Files.createDirectory(rig.commands.work().resolve(name));
        // a directory of another name that is whole already would be a place to put the tree into
        String called = Files.isDirectory(source) ? String.valueOf(source.getFileName()) : "copy";
        this.target = targetDirectory.resolve(called);
        this.arguments = new ArrayList<>(List.of("move", "--json"));
        arguments.addAll(protocol.words());
        arguments.addAll(
                tally.isPush()
                        ? List.of(source.toString(), rig.url(protocol, name + "/" + called))
                        : List.of(rig.url(protocol, "from/" + source.getFileName()), target.toString()));
    }

    void run() throws Exception {
        if (seed % 2 == 1 && Files.isRegularFile(source)) {
            Files.writeString(target, OLD);
        }
        boolean node = protocol.isOurs() && seed % 4 == 2;
        boolean goesOnByItself = node && random.nextBoolean();
        Commands.Started client = killed(moment(node), node, goesOnByItself);
        long arrived = arrived();
        checkNothingWrong();
        while (!goesOnByItself && random.nextInt(4) == 0) {
            killed(Moment.MIDDLE, false, false);
            arrived = Math.max(arrived, arrived());
            checkNothingWrong();
        }
        // of a transfer that was over some movers send all again, having no proof of what is there
        boolean tells = !wasOver && !goesOnByItself;
        checkEnd(
                goesOnByItself
                        ? client
                        : rig.commands.waybill(slow(arguments, 4).toArray(String[]::new)),
                arrived,
                tells);
        PrivateFiles.removeTree(targetDirectory);
    }

    private Moment moment(boolean node) {
        int dice = random.nextInt(10);
        boolean callsAreOurs =
                !node && !tally.isPush() && Packages.find("strace").isPresent();
        return dice == 0
                ? Moment.START
                : dice <= 4 ? Moment.MIDDLE : dice <= 7 || !callsAreOurs ? Moment.END : Moment.CALL;
    }

    /** The client that was killed, or that continues while its node was. */
    private Commands.Started killed(Moment moment, boolean node, boolean goesOnByItself) throws Exception {
        Path events = targetDirectory.resolveSibling(targetDirectory.getFileName() + ".events");
        Files.deleteIfExists(events);
        List<String> line = slow(arguments, 1);
        line.addAll(1, List.of("--events", events.toString()));
        Commands.Started client = moment == Moment.CALL
                ? rig.commands.under(injected(), line.toArray(String[]::new))
                : rig.commands.waybill(line.toArray(String[]::new));
        if (moment == Moment.CALL) {
            await(client);
        } else {
            await(moment, client, events);
        }
        boolean alive = moment == Moment.CALL
                ? client.process().exitValue() != 0
                : client.process().isAlive();
        if (node) {
            rig.killNode();
        }
        if (!goesOnByItself) {
            client.process().destroyForcibly().waitFor();
        }
        if (node) {
            checkNothingWrong();
            rig.restartNode();
        }
        blows.add((node ? "node" : "client") + " at its " + moment + (alive ? "" : " when it was over"));
        wasOver = !alive;
        if (alive) {
            tally.killed(moment == Moment.END || moment == Moment.CALL);
        }
        Files.deleteIfExists(events);
        return client;
    }

    private List<String> injected() {
        String calls = CALLS.get(random.nextInt(CALLS.size()));
        return List.of(
                "strace",
                "-f",
                "--seccomp-bpf",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                "trace=" + calls,
                "-e",
                "inject=" + calls + ":signal=KILL:when=" + (1 + random.nextInt(MOST_CALLS)));
    }

    private List<String> slow(List<String> line, int timesFaster) throws IOException {
        List<String> slowed = new ArrayList<>(line);
        slowed.addAll(1, List.of("--rate", String.valueOf((long)
                (KillSources.bytes(source) * 8 * timesFaster / MOVING_SECONDS))));
        return slowed;
    }

    private void await(Moment moment, Commands.Started client, Path events) throws Exception {
        int delayMillis =
                switch (moment) {
                    case START -> random.nextInt(1500);
                    case MIDDLE -> random.nextInt((int) (1000 * MOVING_SECONDS) + SPARE_MILLIS);
                    default -> (int) (END_MILLIS * random.nextDouble() * random.nextDouble());
                };
        for (int waited = 0;
                moment != Moment.START
                        && waited < MOMENT_LIMIT_MILLIS
                        && client.process().isAlive()
                        && !isReached(moment, events);
                waited += 4) {
            Thread.sleep(4);
        }
        client.process().waitFor(delayMillis, TimeUnit.MILLISECONDS);
    }

    private boolean isReached(Moment moment, Path events) throws IOException {
        String said = Files.exists(events) ? Files.readString(events) : "";
        int moving = said.indexOf("\"moving\"");
        if (moment == Moment.MIDDLE || moving < 0) {
            return moving >= 0;
        }
        return said.indexOf("\"verifying\"", moving) > 0
                || said.indexOf("\"finishing\"", moving) > 0
                || isLastByteThere();
    }

    /** Whether the end of the partial file of the file itself has been written: its last byte is never zero. */
    private boolean isLastByteThere() throws IOException {
        if (!Files.isRegularFile(source)) {
            return false;
        }
        for (Path part : parts()) {
            try (FileChannel channel = FileChannel.open(part)) {
                ByteBuffer last = ByteBuffer.allocate(1);
                if (channel.read(last, Files.size(source) - 1) == 1 && last.get(0) != 0) {
                    return true;
                }
            } catch (NoSuchFileException _) {
                return true; // it has its name
            }
        }
        return false;
    }

    /** Under a final name nothing is but what was there before, or the whole of what was sent. */
    private void checkNothingWrong() throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        List<Path> files = beneath(target);
        for (Path file : files) {
            Path from = source.resolve(target.relativize(file).toString());
            boolean right = isOwn(file)
                    || Files.exists(from) && Files.mismatch(from, file) < 0
                    || file.equals(target)
                            && Files.size(file) == OLD.length()
                            && Files.readString(file).equals(OLD);
            if (!right) {
                tally.wrong(this + ": " + file + " is neither the old nor the new one");
            }
        }
    }

    private void checkEnd(Commands.Started again, long arrived, boolean tells) throws Exception {
        tally.rerun();
        await(again);
        Commands.Result result = again.result();
        if (result.code() != 0) {
            tally.problem(this + ": run again it ended with " + result.code() + ": "
                    + result.err()
                            .lines()
                            .filter(line -> !line.isBlank())
                            .reduce((_, last) -> last)
                            .orElse(""));
            return;
        }
        checkNothingWrong();
        List<Path> left =
                beneath(targetDirectory).stream().filter(OneKill::isOwn).toList();
        if (!left.isEmpty()) {
            tally.problem(this + ": left behind " + left);
        } else if (!sameNames() || Files.isRegularFile(source) && Files.mismatch(source, target) >= 0) {
            tally.wrong(this + ": ended with 0, but " + target + " is not the source");
        } else if (result.json().get("sha256").isNull()) {
            tally.problem(this + ": not verified");
        } else {
            tally.verified();
        }
        long resumed = result.json().get("resumedBytes").asLong();
        System.out.printf(
                "KillTest: %s, %s killed, %d bytes had arrived, %d were gone on with%n", this, blows, arrived, resumed);
        if (tells) {
            tally.again(arrived, resumed);
        }
    }

    private boolean sameNames() throws IOException {
        return beneath(source).stream()
                .map(source::relativize)
                .toList()
                .equals(beneath(target).stream().map(target::relativize).toList());
    }

    private void await(Commands.Started started) throws InterruptedException {
        if (!started.process().waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            tally.problem(this + ": no end after " + END_LIMIT_SECONDS + " s");
            started.process().descendants().forEach(ProcessHandle::destroyForcibly);
            started.process().destroyForcibly().waitFor();
        }
    }

    /** Bytes under names of our own, by blocks that are not all zero: what is allocated is not written yet. */
    private long arrived() throws IOException {
        long arrived = Files.isRegularFile(target) && Files.size(target) > OLD.length() ? Files.size(target) : 0;
        for (Path part : parts()) {
            try (var in = Files.newInputStream(part)) {
                byte[] chunk = new byte[64 << 10];
                for (int n = in.readNBytes(chunk, 0, chunk.length); n > 0; n = in.readNBytes(chunk, 0, chunk.length)) {
                    arrived += chunk[n / 2] != 0 || chunk[n / 3] != 0 ? n : 0;
                }
            } catch (NoSuchFileException _) {
                // a server that continues without it has given it its name, or removed it
            }
        }
        return arrived;
    }

    private List<Path> parts() throws IOException {
        return beneath(targetDirectory).stream()
                .filter(path -> path.toString().matches(".*\\.part(ial)?"))
                .toList();
    }

    private static boolean isOwn(Path file) {
        return file.getFileName().toString().startsWith(".waybill-");
    }

    /** Regular files, sorted; those that vanish meanwhile are left out. */
    private static List<Path> beneath(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (NoSuchFileException | UncheckedIOException _) {
            return Collections.emptyList();
        }
    }

    @Override
    public String toString() {
        return protocol.transport() + " " + (tally.isPush() ? "up" : "down") + " seed " + seed;
    }
}
