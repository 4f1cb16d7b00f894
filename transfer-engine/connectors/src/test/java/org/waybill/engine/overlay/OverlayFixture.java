package org.waybill.engine.overlay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.cache.CacheSettings;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeLimits;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.TestPorts;

/** A node, relays and a client, in one process on loopback; relays may have homes of their own. */
final class OverlayFixture implements AutoCloseable {
    static final RelaySettings INNER = RelaySettings.DEFAULT.withInnerAllowed();

    final EngineFixture end;
    private final List<WaybillNode> relays = new ArrayList<>();

    OverlayFixture(Path directory) throws IOException, TransferException {
        end = new EngineFixture(directory);
    }

    /** A relay with the client's home. */
    WaybillNode relay() throws IOException, TransferException {
        return relay(end.home, INNER);
    }

    WaybillNode relay(Path home, RelaySettings settings) throws IOException, TransferException {
        return relay(home, settings, NodeLimits.DEFAULT);
    }

    WaybillNode relay(Path home, RelaySettings settings, NodeLimits limits) throws IOException, TransferException {
        return started(settings(home, settings).withLimits(limits));
    }

    /** One that can be started again on its port. */
    WaybillNode relay(Path home, CacheSettings cache) throws IOException, TransferException {
        InetSocketAddress own = new InetSocketAddress(InetAddress.getLoopbackAddress(), TestPorts.free());
        return started(settings(home, INNER).withCache(cache).withListen(own));
    }

    /** One with the client's home, on the same port; what it had in memory is gone. */
    void restart(WaybillNode relay, CacheSettings cache) {
        relay.close();
        try {
            started(settings(end.home, INNER).withCache(cache).withListen(relay.address()));
        } catch (IOException | TransferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static NodeSettings settings(Path home, RelaySettings relay) throws IOException {
        Path data = Files.createDirectories(home.resolve("relay-data"));
        return NodeSettings.onLoopback(home, data)
                .withRelay(relay)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private WaybillNode started(NodeSettings settings) throws TransferException {
        WaybillNode node = WaybillNode.start(settings);
        relays.add(node);
        return node;
    }

    static String name(WaybillNode node) {
        return "127.0.0.1:" + node.address().getPort();
    }

    static NodeAddress address(WaybillNode node) {
        return NodeAddress.parse(name(node));
    }

    TransferReport push(
            Path source, String target, NetworkPaths networkPaths, long rateBitsPerSecond, TransferListener listener)
            throws TransferException, InterruptedException {
        return EngineFixture.untilDone(
                new EngineMover(end.home),
                new TransferRequest(
                        Location.local(source.toString()),
                        end.remote(target),
                        networkPaths,
                        new DataOptions(0, rateBitsPerSecond, Verify.SHA256)),
                listener);
    }

    TransferReport pull(String source, Path target, NetworkPaths networkPaths)
            throws TransferException, InterruptedException {
        return pull(source, target, networkPaths, TransferListener.NONE);
    }

    TransferReport pull(String source, Path target, NetworkPaths networkPaths, TransferListener listener)
            throws TransferException, InterruptedException {
        return EngineFixture.untilDone(
                new EngineMover(end.home),
                new TransferRequest(
                        end.remote(source), Location.local(target.toString()), networkPaths, DataOptions.DEFAULT),
                listener);
    }

    @Override
    public void close() {
        relays.forEach(WaybillNode::close);
        end.close();
    }
}
