package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;

/** {@code kill -9} of a real node in a tree of small files. */
@Timeout(60)
class KilledTreeTest {
    private static final int FILES = 200;

    @TempDir
    private Path directory;

    @Test
    void whatIsLeftGoesWithTheNextRunAlsoIfAnotherClientSendsAndAllFilesOfAKilledRunCameByThat() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            for (int i = 0; i < FILES; i++) {
                engine.file("tree/" + i % 3 + "/" + i, 20_000, i);
            }
            Path data = Files.createDirectory(directory.resolve("killed"));
            killDuringATree(engine, data);
            List<Path> left = EngineFixture.leftovers(data);
            assertThat(left).anyMatch(path -> path.toString().matches(".*-[0-9a-f]{16}[.]part"));

            Path other = Files.createDirectory(directory.resolve("another client"));
            try (WaybillNode again = WaybillNode.start(NodeSettings.onLoopback(engine.home, data)
                    .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
                int port = again.address().getPort();
                PairingClient.pair(other, "127.0.0.1", port, again.newPairingToken(Grant.OWNER));
                push(other, port);
            }

            assertThat(EngineFixture.leftovers(data)).as("of %s", left).isEmpty();
        }
    }

    private void push(Path home, int port) throws TransferException, InterruptedException {
        new EngineMover(home)
                .move(
                        TransferRequest.of(
                                Location.local(directory.resolve("tree").toString()), EngineFixture.remote(port, "/")),
                        TransferListener.NONE);
    }

    private void killDuringATree(EngineFixture engine, Path data) throws Exception {
        Process node = ChildProcesses.start("node", engine.home.toString(), data.toString());
        try (BufferedReader out = node.inputReader(StandardCharsets.UTF_8)) {
            String line = Objects.requireNonNull(out.readLine());
            while (!line.startsWith("port=")) {
                line = Objects.requireNonNull(out.readLine());
            }
            int port = Integer.parseInt(line.substring("port=".length()));
            Thread client = Thread.ofVirtual().start(() -> {
                try {
                    push(engine.home, port);
                } catch (TransferException | InterruptedException expected) {
                    // its node is killed
                }
            });
            while (client.isAlive() && !hasPart(data)) {
                Thread.onSpinWait();
            }
            node.destroyForcibly().waitFor();
            client.interrupt();
            client.join();
        } finally {
            node.destroyForcibly();
        }
    }

    private static boolean hasPart(Path data) throws IOException {
        for (int i = 0; i < 3; i++) {
            String[] names = data.resolve("tree/" + i).toFile().list();
            if (names != null && List.of(names).stream().anyMatch(name -> name.endsWith(".part"))) {
                return true;
            }
        }
        return false;
    }
}
