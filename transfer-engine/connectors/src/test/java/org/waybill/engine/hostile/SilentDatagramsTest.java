package org.waybill.engine.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.wire.Message;

/** A node that answers by TCP and whose datagrams never come, as behind a firewall that drops UDP. */
@Timeout(60)
class SilentDatagramsTest {
    private static final int BYTES = 300_000;

    @TempDir
    Path directory;

    /** Takes the request and opens its streams' port, from which no answer comes. */
    private static void serve(HostileNode.Peer peer, int port) throws Exception {
        Message request = peer.welcome();
        peer.say(new Message.Ready(new byte[16], 60L << 20));
        if (request instanceof Message.Get) {
            peer.say(new Message.Manifest(true, List.of(new Message.Entry("", Message.Kind.FILE, BYTES, 0, 0644))));
        }
        while (true) {
            switch (peer.hear()) {
                case Message.OpenDatagrams wish ->
                    peer.say(new Message.DatagramsOpen(wish.connection(), port, new byte[16]));
                case Message.Manifest all ->
                    peer.say(new Message.RequestedEntries(all.entries().size(), List.of()));
                case Message.Failure _ -> {
                    return;
                }
                default -> {}
            }
        }
    }

    /** After three such attempts in a row a move ends: see RetriesTest. */
    @Test
    void anAttemptWithoutADatagramSaysSoAndIsToBeTriedAFewTimesAlone() throws Exception {
        Path home = directory.resolve("home");
        Path file = Files.write(directory.resolve("file"), new byte[BYTES]);
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                HostileNode node = HostileNode.start(home, peer -> serve(peer, silent.getLocalPort()));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Location there = EngineFixture.remote(node.port(), "/f");
            List<Future<?>> all = EngineMover.datagrams(home).stream()
                    .flatMap(mover -> Stream.of(
                                    new TransferRequest(
                                                    Location.local(file.toString()),
                                                    there,
                                                    NetworkPaths.DIRECT,
                                                    new DataOptions(1, 30_000_000, TransferRequest.Verify.SHA256))
                                            .onDedicatedPath(true),
                                    new TransferRequest(
                                                    there,
                                                    Location.local(directory
                                                            .resolve(mover.name())
                                                            .toString()),
                                                    NetworkPaths.DIRECT,
                                                    new DataOptions(1, 30_000_000, TransferRequest.Verify.SHA256))
                                            .onDedicatedPath(true))
                            .<Future<?>>map(request -> threads.submit(() -> endsBriefly(mover, request))))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static void endsBriefly(EngineMover mover, TransferRequest request) {
        assertThatThrownBy(() -> mover.move(request, TransferListener.NONE))
                .as("%s %s", mover.name(), request)
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.GAVE_UP);
                    assertThat(e.isRetriableBriefly()).isTrue();
                })
                .hasMessageContaining("no answer to the first datagrams (of 1200 and 548 bytes) for 10 s")
                .hasMessageContaining("UDP seems to be blocked on the way")
                .hasMessageContaining("--transport tcp");
    }
}
