package org.waybill.engine.link;

import java.net.InetSocketAddress;
import java.util.List;
import org.waybill.engine.TransferException;

/**
 * Finds where a node is. A caller that may not connect to everywhere checks here what a name leads to: the connection
 * goes to these addresses and the name is not looked up again, so that a name server cannot answer one thing to the
 * check and another to the connection (RFC 2577, section 3; OWASP ASVS 1.3.6).
 */
@FunctionalInterface
public interface AddressLookup {
    /**
     * The node's addresses, best first.
     *
     * @throws TransferException if there is none, or none that may be connected to
     */
    List<InetSocketAddress> addresses(NodeAddress node) throws TransferException;
}
