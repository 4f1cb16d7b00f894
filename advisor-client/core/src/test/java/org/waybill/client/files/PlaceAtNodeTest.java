package org.waybill.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.random;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.engine.Location;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.SshServer;

/** What proves, and what does not, that a node shows the files that sshd shows. */
@Timeout(60)
class PlaceAtNodeTest {
    private static final int BYTES = 400_000;

    @TempDir
    private Path directory;

    @AutoClose
    private final Running running = new Running();

    private SshServer ssh;
    private EngineFixture engine;
    private Path file;
    private final List<String> whyNot = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        ssh = running.use(SshServer.start(directory));
        engine = running.use(new EngineFixture(directory));
        file = random(directory.resolve("file"), BYTES, 1);
    }

    private Optional<TransferRequest> place(Location from, Location to) throws Exception {
        return place(from, to, engine.node.address().getPort());
    }

    private Optional<TransferRequest> place(Location from, Location to, int nodePort) throws Exception {
        WaybillHome home = new WaybillHome(engine.home);
        return new PlaceAtNode(
                        new EndpointStores(home, ssh.credentials(), null, (_, _) -> {}),
                        new RemoteTargets(HomeKey.names(engine.home), home.locks()))
                .of(TransferRequest.of(from, to), new NodeAddress("127.0.0.1", nodePort), whyNot::add);
    }

    private Location here(Path path) {
        return Location.local(path.toString());
    }

    private Location there(Path path) {
        return ssh.location(path.toString());
    }

    @Test
    void aDestinationIsTheSameWhereAProbeFileThatWasWrittenOverSshIsSeen() throws Exception {
        Path in = Files.createDirectories(engine.data.resolve("runs/in"));
        assertThat(place(here(file), there(in.resolve("copy"))).map(TransferRequest::destination))
                .as("a new name")
                .contains(engine.remote("/runs/in/copy"));
        assertThat(place(here(file), there(in)).map(TransferRequest::destination))
                .as("a directory")
                .contains(engine.remote("/runs/in/file"));
        assertThat(place(here(file), there(engine.data)).map(TransferRequest::destination))
                .as("the node's root")
                .contains(engine.remote("/file"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), in);
        assertThat(place(here(file), there(link.resolve("copy"))).map(TransferRequest::destination))
                .as("over a link")
                .contains(engine.remote("/runs/in/copy"));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void ofATreeTheContentsGoWhereItsCopyHasBegun() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree"));
        random(tree.resolve("a"), BYTES, 2);
        Path begun = Files.createDirectories(engine.data.resolve("tree"));
        assertThat(place(here(tree), there(begun))).hasValueSatisfying(found -> {
            assertThat(found.source()).isEqualTo(Location.local(tree + "/"));
            assertThat(found.destination()).isEqualTo(engine.remote("/tree"));
        });
    }

    @Test
    void aTreeWithALinkThatANodeMayNotKeepStaysWithSsh() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree/deep"));
        random(tree.resolve("a"), 100, 2);
        Path begun = Files.createDirectories(engine.data.resolve("tree"));
        Files.createSymbolicLink(tree.resolve("inside"), Path.of("../deep/a"));
        assertThat(place(here(tree.getParent()), there(begun))).isPresent();
        Files.createSymbolicLink(tree.resolve("outside"), Path.of("../../file"));
        assertThat(place(here(tree.getParent()), there(begun))).isEmpty();
        assertThat(whyNot).containsExactly("links lead out of the directory, which a node may not keep");
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void aServerThatRunsNoCommandsProvesNothingOfASource() throws Exception {
        ssh = running.use(
                SshServer.start(Files.createDirectory(directory.resolve("jail")), SshServer.Option.SFTP_ONLY));
        Path source = random(engine.data.resolve("source"), BYTES, 3);
        assertThat(place(there(source), here(directory.resolve("copy")))).isEmpty();
    }

    @Test
    void anotherDirectoryOfTheSameNameIsAnotherPlace() throws Exception {
        Path in = Files.createDirectories(directory.resolve("elsewhere/data/runs/in"));
        Files.createDirectories(engine.data.resolve("runs/in"));
        Files.createDirectories(engine.data.resolve("data/runs/in"));
        assertThat(place(here(file), there(in.resolve("copy")))).isEmpty();
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
    }

    @RepeatedTest(3)
    void theProbeFileIsRemovedWhereTheCopyEndsMeanwhile() throws Exception {
        TcpForwarder toNode = running.use(new TcpForwarder(engine.node.address()));
        PairingClient.pair(engine.home, "127.0.0.1", toNode.port(), engine.node.newPairingToken(Grant.USUAL));
        toNode.slow(20_000);
        Path in = Files.createDirectories(engine.data.resolve("deep/".repeat(50)));
        FutureTask<Optional<TransferRequest>> found =
                new FutureTask<>(() -> place(here(file), there(in.resolve("copy")), toNode.port()));
        Thread adviser = Thread.ofPlatform().start(found);
        while (EngineFixture.leftovers(in).isEmpty()) {
            assertThat(adviser.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        adviser.interrupt();
        assertThat(adviser.join(Duration.ofSeconds(20))).isTrue();
        assertThat(EngineFixture.leftovers(in)).isEmpty();
    }

    @Test
    void aSourceIsTheSameWhereItsContentIs() throws Exception {
        Path source = random(engine.data.resolve("source"), BYTES, 3);
        Location copy = here(directory.resolve("copy"));
        assertThat(place(there(source), copy)).hasValueSatisfying(found -> {
            assertThat(found.source()).isEqualTo(engine.remote("/source"));
            assertThat(found.destination()).isEqualTo(copy);
        });

        Path other = Files.createDirectories(directory.resolve("elsewhere/data"));
        Path twin = random(other.resolve("source"), BYTES, 3);
        try (FileChannel patched = FileChannel.open(twin, StandardOpenOption.WRITE)) {
            patched.write(ByteBuffer.wrap("WRONG".getBytes(StandardCharsets.UTF_8)), BYTES / 3);
        }
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_700_000_000));
        Files.setLastModifiedTime(source, time);
        Files.setLastModifiedTime(twin, time);
        assertThat(place(there(twin), copy))
                .as("of equal name, size and time, and all but five bytes")
                .isEmpty();
        assertThat(place(there(engine.data), copy)).as("a directory").isEmpty();
        assertThat(whyNot)
                .containsExactly(
                        "it does not prove to have the same files",
                        "of a directory that is read it cannot prove to have the same files");
    }
}
