package org.waybill.client.doctor;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;

/** A machine with a node of ours that is paired. */
final class NodeRemoteHostProbe implements RemoteHostProbe {
    private static final long FIRST_BYTES = 1 << 18;
    private static final long MOST_BYTES = 64 << 20;
    private static final long LONG_ENOUGH_NS = 700_000_000;

    private final Path home;
    private final Endpoint end;
    private final MeasuringClient node;

    NodeRemoteHostProbe(Path home, Endpoint end) throws TransferException {
        this.home = home;
        this.end = end;
        this.node = MeasuringClient.connect(home, end.location());
    }

    @Override
    public RemoteHostUnderTest examine() throws TransferException {
        return RemoteHostUnderTest.throughNode(end, node);
    }

    @Override
    public Counters counters() {
        return Counters.UNKNOWN;
    }

    @Override
    public Optional<Sender> sender(InetSocketAddress here) {
        return Optional.empty();
    }

    /** In pieces, the next one larger until one takes a while: a node cannot be stopped. */
    @Override
    public void stream(boolean up, double windowBytes, BooleanSupplier over) throws TransferException {
        long bytes = FIRST_BYTES;
        while (!over.getAsBoolean()) {
            long startNs = System.nanoTime();
            if (up) {
                node.upload(bytes, _ -> {});
            } else {
                node.download(bytes, _ -> {});
            }
            if (System.nanoTime() - startNs < LONG_ENOUGH_NS && bytes < MOST_BYTES) {
                bytes *= 2;
            }
        }
    }

    @Override
    public RemoteHostProbe another() throws TransferException {
        return new NodeRemoteHostProbe(home, end);
    }

    @Override
    public void close() {
        node.close();
    }
}
