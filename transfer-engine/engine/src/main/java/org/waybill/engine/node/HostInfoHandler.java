package org.waybill.engine.node;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Examines the host that this node runs on, for a paired peer that asks what limits transfers. The engine only
 * carries the question and the answer; the implementation is found with {@link ServiceLoader}.
 */
public interface HostInfoHandler {
    /**
     * The host's tables, and what a second of measuring showed.
     *
     * @param dataDirectory whose disk counts
     * @param local the address of this host that the peer is connected to, whose interface counts
     * @return text for the peer's own reader, at most 4096 bytes
     */
    String examine(Path dataDirectory, InetAddress local);

    /** The one of this process, if there is any. */
    static Optional<HostInfoHandler> installed() {
        return ServiceLoader.load(HostInfoHandler.class).findFirst();
    }
}
