package org.waybill.client.probe.host;

import java.util.Optional;
import org.waybill.client.endpoint.Endpoint;

/** Finds out what a machine has. */
@FunctionalInterface
public interface HostExaminer {
    /** Which of a disk's rates is found out. */
    enum Disk {
        UNTIMED,
        /** By a part of the file at the endpoint's path, or of the first large one in the directory there. */
        READ,
        /** By a small file next to the endpoint's path. */
        WRITE
    }

    /**
     * Memory, disk at the endpoint's path, load and TCP settings of the endpoint's machine; {@link HostFacts#UNKNOWN}
     * where they cannot be had. Never throws for what the remote host does.
     *
     * @param sshPort where the machine answers SSH, 0 if it does not
     * @param disk what is to be done there: whether the disk is slow at it is found out too
     */
    HostFacts examine(Endpoint end, int sshPort, Disk disk) throws InterruptedException;

    /**
     * By which path a node of ours at the endpoint's machine certainly shows what SSH shows at the endpoint; empty where
     * one of them was not asked.
     */
    default Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
            throws InterruptedException {
        return Optional.empty();
    }

    /** What the last such check, if it is not older than a day, found: for when a new one takes too long. */
    default Optional<NodePlace> lastPlaceAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
        return Optional.empty();
    }
}
