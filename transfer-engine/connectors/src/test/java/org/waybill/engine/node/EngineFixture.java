package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.client.ProgressCounter;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.protocol.Transport;

/** A node on loopback and a client of the same home, in one process, in a temporary directory. */
public final class EngineFixture implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 5;

    public final Path directory;
    public final Path home;
    public final Path data;
    public final WaybillNode node;

    public EngineFixture(Path directory) throws IOException, TransferException {
        this(directory, NodeLimits.DEFAULT);
    }

    public EngineFixture(Path directory, NodeLimits limits) throws IOException, TransferException {
        this.directory = directory;
        this.home = Files.createDirectories(directory.resolve("home"));
        this.data = Files.createDirectories(directory.resolve("data"));
        this.node = WaybillNode.start(NodeSettings.onLoopback(home, data)
                .withLimits(limits)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    /** The names of all transports of the engine: TCP, and each by datagrams. */
    public static Stream<String> transports() {
        return Stream.concat(Stream.of(Transport.TCP.name()), datagrams());
    }

    public static Stream<String> datagrams() {
        return EngineMover.datagrams(Path.of("")).stream().map(EngineMover::name);
    }

    /** Each to a node, and from one. */
    public static Stream<Arguments> transportsBothWays() {
        return bothWays(transports());
    }

    public static Stream<Arguments> datagramsBothWays() {
        return bothWays(datagrams());
    }

    private static Stream<Arguments> bothWays(Stream<String> transports) {
        return transports.flatMap(name -> Stream.of(Arguments.of(name, true), Arguments.of(name, false)));
    }

    public EngineMover by(String transport) {
        return Stream.concat(Stream.of(new EngineMover(home)), EngineMover.datagrams(home).stream())
                .filter(mover -> mover.name().equals(transport))
                .findFirst()
                .orElseThrow();
    }

    public Location remote(String path) {
        return remote(node.address().getPort(), path);
    }

    public static Location remote(int port, String path) {
        return new Location("waybill", null, "127.0.0.1", port, path);
    }

    public TransferReport push(Path source, String target) throws TransferException, InterruptedException {
        return move(TransferRequest.of(Location.local(source.toString()), remote(target)), TransferListener.NONE);
    }

    public TransferReport pull(String source, String target) throws TransferException, InterruptedException {
        return move(TransferRequest.of(remote(source), Location.local(target)), TransferListener.NONE);
    }

    public TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        return untilDone(new EngineMover(home), request, listener);
    }

    /** Begins a transfer again as long as that can help, as those do who call movers. */
    public static TransferReport untilDone(Mover mover, TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        TransferRequest named = request.named(UUID.randomUUID());
        ProgressCounter together = new ProgressCounter(listener);
        for (int attempt = 1; ; attempt++) {
            try {
                return mover.move(named, new TransferListener() {
                    @Override
                    public void onProgress(Progress progress) {
                        together.progress(progress);
                    }

                    @Override
                    public void onEvent(String code, String text) {
                        listener.onEvent(code, text);
                    }
                });
            } catch (TransferException e) {
                if (!e.isRetriable() || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                listener.onEvent("RETRY", e.getMessage());
                Thread.sleep(500);
            }
        }
    }

    /** A request with all its knobs. */
    public static TransferRequest request(Location source, Location target, int streams, long rateBitsPerSecond) {
        return new TransferRequest(
                source,
                target,
                NetworkPaths.DIRECT,
                new DataOptions(streams, rateBitsPerSecond, TransferRequest.Verify.SHA256));
    }

    /** A file of random bytes that its size and seed determine. */
    public Path file(String name, long bytes, long seed) throws IOException {
        Path file = directory.resolve(name);
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return TestFiles.random(file, bytes, seed);
    }

    /** Waits until the node's channels over datagrams hold no more and no less than this. */
    public void awaitDatagramBytes(long bytes) throws InterruptedException {
        for (int i = 0; node.datagramBytes() != bytes; i++) {
            assertThat(i)
                    .as("hundredths of a second until the node has its memory back")
                    .isLessThan(3_000);
            Thread.sleep(10);
        }
    }

    /**
     * The engine's own files anywhere beneath a directory; empty when a transfer has tidied up. What a running transfer
     * removes meanwhile is not among them.
     */
    public static List<Path> leftovers(Path directory) throws IOException {
        List<Path> left = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes is) {
                return visitFile(path, is);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes is) {
                if (path.getFileName().toString().startsWith(".waybill-")) {
                    left.add(path);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
                if (e instanceof NoSuchFileException && !path.equals(directory)) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        return left;
    }

    @Override
    public void close() {
        node.close();
    }
}
