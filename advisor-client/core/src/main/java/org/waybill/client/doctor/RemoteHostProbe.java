package org.waybill.client.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.engine.TransferException;

/** Another machine over one connection: it reports on itself and takes part in test transfers. */
interface RemoteHostProbe extends AutoCloseable {
    /**
     * What its kernel has counted so far. Nulls are unknown.
     *
     * @param serverSeconds processor time of the server at the other end of this connection
     * @param runnable processes that need a processor
     */
    record Counters(
            @Nullable Double serverSeconds,
            @Nullable CpuQuota quota,
            @Nullable Integer runnable) {
        static final Counters UNKNOWN = new Counters(null, null, null);
    }

    /**
     * What the sender's kernel at the remote host says of a connection to here.
     *
     * @param lossRatio part of the bytes that were sent again, 0..1
     * @param receiverLimitedShare of its busy time, 0..1
     */
    record Sender(double lossRatio, @Nullable Double rttMillis, double receiverLimitedShare) {}

    RemoteHostUnderTest examine() throws TransferException, InterruptedException;

    Counters counters() throws InterruptedException;

    Optional<Sender> sender(InetSocketAddress here) throws InterruptedException;

    /** Sends data that are not kept until it is over, by as many channels as fill such a window; or throws. */
    void stream(boolean up, double windowBytes, BooleanSupplier over)
            throws IOException, TransferException, InterruptedException;

    /** The same over another connection. */
    RemoteHostProbe another() throws TransferException;

    @Override
    void close();
}
