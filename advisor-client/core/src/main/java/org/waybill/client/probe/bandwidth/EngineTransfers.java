package org.waybill.client.probe.bandwidth;

import java.nio.file.Path;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;

/** Test transfers between this machine and a node, which keeps none of the bytes. */
public final class EngineTransfers implements TimedTransfer {
    /** What a node allows in one go. */
    private static final long LARGEST_BYTES = 4L << 30;

    private final MeasuringClient client;
    private final String host;
    private final boolean pull;
    private final ProbeContext context;

    private EngineTransfers(MeasuringClient client, String host, boolean pull, ProbeContext context) {
        this.client = client;
        this.host = host;
        this.pull = pull;
        this.context = context;
    }

    /**
     * Connects to a node.
     *
     * @param home this machine's {@code WAYBILL_HOME}
     * @param pull whether the bytes come from the node
     */
    public static EngineTransfers connect(Path home, Location node, boolean pull, ProbeContext context)
            throws TransferException {
        return new EngineTransfers(MeasuringClient.connect(home, node), node.host(), pull, context);
    }

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public long largestBytes() {
        return LARGEST_BYTES;
    }

    @Override
    public double seconds(long bytes, Progress progress) throws TransferException {
        try (KernelProgress seen = new KernelProgress(host, !pull, progress)) {
            long startNs = context.nowNs();
            if (pull) {
                client.download(bytes, seen::moved);
            } else {
                client.upload(bytes, seen::moved);
            }
            return (context.nowNs() - startNs) / 1e9;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
