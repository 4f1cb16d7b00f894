package org.waybill.engine.link;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;

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

    /** The proxy that leads to a node, and that looks its name up; empty for none. */
    default Optional<Proxies.Server> proxy(NodeAddress node) throws TransferException {
        return Optional.empty();
    }

    /** Of the user of this process: through the proxies that its environment names. */
    static AddressLookup ofUser() {
        return through(Proxies.of(System.getenv()));
    }

    /** Of a user with these proxies. */
    static AddressLookup through(Proxies proxies) {
        return new AddressLookup() {
            @Override
            public List<InetSocketAddress> addresses(NodeAddress node) throws TransferException {
                return node.resolve();
            }

            @Override
            public Optional<Proxies.Server> proxy(NodeAddress node) throws TransferException {
                try {
                    return proxies.before(Protocol.WAYBILL.scheme(), node.host(), node.port());
                } catch (IllegalArgumentException e) {
                    throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
                }
            }
        };
    }
}
