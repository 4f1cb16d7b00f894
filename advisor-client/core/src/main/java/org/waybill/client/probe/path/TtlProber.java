package org.waybill.client.probe.path;

import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Sends packets that expire on their way, and hears who says so. */
interface TtlProber extends AutoCloseable {
    /** {@code reached} when the target itself answered. */
    record Answer(int timeToLive, InetAddress from, boolean reached, long rttNs) {}

    void send(int timeToLive) throws IOException;

    /** Waits until the deadline of {@link System#nanoTime}; null if nothing came. */
    @Nullable
    Answer receive(long deadlineNs) throws InterruptedException;

    @Override
    void close();
}
