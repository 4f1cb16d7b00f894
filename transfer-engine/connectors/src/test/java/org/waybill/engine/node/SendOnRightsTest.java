package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.overlay.RelaySettings;

/** What a node sends on to another one for a client. */
class SendOnRightsTest extends AuthorisationCase {
    @Test
    @Tag("attack")
    void whatIsStillArrivingIsSentOnForItsWriterAlone() throws Exception {
        engine.close();
        Path otherHome = Files.createDirectories(directory.resolve("other home"));
        Path otherData = Files.createDirectories(directory.resolve("other data"));
        try (WaybillNode sender = node(engine.home, engine.data);
                WaybillNode taker = node(otherHome, otherData)) {
            PairingClient.pair(engine.home, "127.0.0.1", port(taker), taker.newPairingToken());
            Path writer = pairedWith("writer", sender, taker);
            Path other = pairedWith("other", sender, taker);
            Path source = engine.file("source", 17_000_000, 1);
            Thread mover = Thread.ofPlatform().start(() -> {
                try {
                    new EngineMover(writer)
                            .move(
                                    EngineFixture.request(
                                            Location.local(source.toString()),
                                            EngineFixture.remote(port(sender), "/x"),
                                            1,
                                            60_000_000),
                                    TransferListener.NONE);
                } catch (TransferException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 0; EngineFixture.leftovers(engine.data).isEmpty(); i++) {
                assertThat(i).as("hundredths of a second until it is under way").isLessThan(1_000);
                Thread.sleep(10);
            }
            assertThat(reasonOf(() -> sendOn(other, sender, "/x", taker, "/stolen")))
                    .isEqualTo(Reason.NOT_FOUND);
            sendOn(writer, sender, "/x", taker, "/copy");
            mover.join();
            assertThat(otherData.resolve("copy")).satisfies(sameContentAs(source));
            assertThat(otherData.resolve("stolen")).doesNotExist();
        }
    }

    private static int port(WaybillNode node) {
        return node.address().getPort();
    }

    private Path pairedWith(String name, WaybillNode... nodes) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        for (WaybillNode node : nodes) {
            PairingClient.pair(home, "127.0.0.1", port(node), node.newPairingToken());
        }
        return home;
    }

    private static void sendOn(Path home, WaybillNode from, String path, WaybillNode to, String target)
            throws Exception {
        new NodeQueries(home)
                .sendOn(
                        EngineFixture.remote(port(from), path),
                        EngineFixture.remote(port(to), target),
                        CopyRules.USUAL,
                        true,
                        0,
                        new byte[0],
                        _ -> {});
    }

    /** One node is the deputy of a client at another one, and must not lend it rights there. */
    @Test
    @Tag("attack")
    void aNodeThatSendsOnGivesAClientNoMoreThanItHasItself() throws Exception {
        Path first = paired("first", Grant.USUAL);
        Path otherHome = Files.createDirectories(directory.resolve("other home"));
        Path otherData = Files.createDirectories(directory.resolve("other data"));
        engine.close();
        try (WaybillNode sender = node(engine.home, engine.data);
                WaybillNode taker = node(otherHome, otherData)) {
            int from = sender.address().getPort();
            int to = taker.address().getPort();
            new PeerStore(first).pinNode("127.0.0.1", from, sender.fingerprint());
            // the nodes trust each other fully
            PairingClient.pair(engine.home, "127.0.0.1", to, taker.newPairingToken(Grant.OWNER));
            Files.writeString(engine.data.resolve("file"), "new");
            Files.writeString(otherData.resolve("theirs"), "old");
            NodeQueries queries = new NodeQueries(first);
            assertThat(reasonOf(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/new"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {})))
                    .as("the client has not paired with the second node itself")
                    .isEqualTo(Reason.CERTIFICATE);

            PairingClient.pair(first, "127.0.0.1", to, taker.newPairingToken());
            assertThat(reasonOf(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/theirs"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {})))
                    .isEqualTo(Reason.PERMISSION);
            assertThat(otherData.resolve("theirs")).hasContent("old");
            assertThatCode(() -> queries.sendOn(
                            EngineFixture.remote(from, "/file"),
                            EngineFixture.remote(to, "/new"),
                            CopyRules.USUAL,
                            true,
                            0,
                            new byte[0],
                            _ -> {}))
                    .doesNotThrowAnyException();
            assertThat(otherData.resolve("new")).hasContent("new");
        }
    }

    private static WaybillNode node(Path home, Path data) throws Exception {
        return WaybillNode.start(NodeSettings.onLoopback(home, data)
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }
}
