package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.SilentService;
import org.waybill.client.WaybillHome;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** What the tests of staged transfers share: this machine, a node nearby, and a node far away. */
@Timeout(60)
abstract class StagedCase {
    static final int BYTES = 3_000_000;

    @TempDir
    Path directory;

    EngineFixture far;
    WaybillNode near;
    Path nearData;
    Outbox outbox;
    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final List<TransferListener.Progress> progress = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() throws Exception {
        far = new EngineFixture(directory);
        nearData = Files.createDirectory(directory.resolve("near data"));
        near = WaybillNode.start(NodeSettings.onLoopback(far.home, nearData)
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress("127.0.0.1", 0)));
        outbox = new Outbox(directory.resolve("outbox"));
    }

    @AfterEach
    void stop() {
        near.close();
        far.close();
    }

    TransferOrder selecting(TransferOrder order, EntryFilter filter) {
        return by(CopyRules.USUAL.with(filter), order);
    }

    TransferOrder by(CopyRules rules, TransferOrder order) {
        TransferRequest request = order.request();
        Location between = order.hops().getFirst().request().destination();
        return TransferOrder.of(request.with(rules), "tcp", "here", "there", 1, true)
                .along(option(request.source(), between.path(), request.destination()), order.bytes());
    }

    /** The only directory that a copy has made at the node between. */
    Path between() throws IOException {
        try (Stream<Path> all = Files.list(nearData)) {
            return all.findFirst().orElseThrow();
        }
    }

    void stopAtSecondHop(TransferOrder order) {
        assertThatThrownBy(() -> move(order, stoppingAtSecondHop()))
                .isInstanceOfAny(InterruptedException.class, TransferException.class);
        boolean _ = Thread.interrupted();
    }

    TransferListener stoppingAtSecondHop() {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
                if (text.startsWith("hop 2")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    TransferListener heard() {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {
                progress.add(now);
            }

            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
            }
        };
    }

    TransferOrder order(Path from, String to, long bytes) {
        return order(from, "", to, bytes);
    }

    /** @param slash at the end of the source, or none */
    TransferOrder order(Path from, String slash, String to, long bytes) {
        Location here = Location.local(from + slash);
        Candidate option = option(here, "/" + from.getFileName() + slash, far.remote(to));
        TransferRequest request = new TransferRequest(
                here, far.remote(to), NetworkPaths.through(option.via()), new DataOptions(0, 0, Verify.SHA256));
        return TransferOrder.of(request, "tcp", "here", "there", 1, true).along(option, bytes);
    }

    Candidate option(Location from, String between, Location to) {
        int port = near.address().getPort();
        Location stop = EngineFixture.remote(port, between);
        List<Candidate> legs = Stream.of(List.of(from, stop), List.of(stop, to))
                .map(ends -> candidate(ends.getFirst(), ends.getLast(), List.of()))
                .toList();
        return candidate(from, to, List.of("127.0.0.1:" + port)).of(legs);
    }

    static Candidate candidate(Location from, Location to, List<String> via) {
        return new Candidate(Tool.WAYBILL, Protocol.WAYBILL, "tcp", from, to, via, 0, false, true, true);
    }

    TransferResult move(TransferOrder order, TransferListener listener) throws Exception {
        return move(order, listener, List.of(new EngineMover(far.home)), new TestCredentials());
    }

    TransferResult move(TransferOrder order, TransferListener listener, List<Mover> movers, Credentials keys)
            throws Exception {
        TransferService transfers =
                new TransferService(movers, outbox, RetryPolicy.NONE, RetryClock.SYSTEM, new Random(1), null);
        SilentService silent = new SilentService() {};
        CircuitTransferService circuits = new CircuitTransferService(transfers, () -> silent, RetryClock.SYSTEM);
        return new StagedTransferService(
                        new StorageTransferService(circuits, () -> silent, RetryClock.SYSTEM),
                        new EndpointStores(new WaybillHome(far.home), keys, null, (code, text) -> {}),
                        TemporaryNames.ofThisProcess(),
                        RetryClock.SYSTEM)
                .move(order, listener);
    }
}
