package org.waybill.client.probe.host;

import org.waybill.client.endpoint.Endpoint;

/** Finds out what a machine has. */
@FunctionalInterface
public interface HostExaminer {
    /**
     * Memory, disk at the endpoint's path, load and TCP settings of the endpoint's machine; {@link HostFacts#UNKNOWN}
     * where they cannot be had. Never throws for what the far end does.
     *
     * @param sshPort where the machine answers SSH, 0 if it does not
     * @param receives whether data are to be written there: whether its disk is slow is found out too, by a small file
     */
    HostFacts examine(Endpoint end, int sshPort, boolean receives) throws InterruptedException;

    /**
     * Whether a node of ours at the endpoint's machine certainly has the endpoint's files under the same path as SSH;
     * false where that cannot be found out.
     */
    default boolean isSameAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
            throws InterruptedException {
        return false;
    }
}
