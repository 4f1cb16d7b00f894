package org.waybill.client.discovery;

import java.util.List;

/** Finds out which protocols hosts speak. */
@FunctionalInterface
public interface PortScanner {
    /** Looks at several hosts at once; findings in the order of the hosts. */
    List<HostFindings> scan(List<Discovery.HostTargets> hosts) throws InterruptedException;

    /** Looks at one host. */
    default HostFindings scan(Discovery.HostTargets host) throws InterruptedException {
        return scan(List.of(host)).getFirst();
    }
}
