package org.waybill.engine.overlay;

import java.net.InetSocketAddress;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.link.NodeAddress;
import org.waybill.platform.AddressRanges;
import org.waybill.platform.PlainHost;

/**
 * Where paths and orders to send on may lead from a node: to the first address of the next hop, if that is not this
 * node itself, and, unless its operator allows others, if it is a public one.
 *
 * @param innerAllowed whether private, loopback and link-local addresses are allowed
 * @param own where this node listens: another node of this machine may have the same port at another address
 * @param names looks names up, once a hop
 */
record NextHopPolicy(boolean innerAllowed, InetSocketAddress own, AddressLookup names) implements AddressLookup {
    /** The one address that the next hop's name leads to now. */
    InetSocketAddress admissible(NodeAddress next) throws TransferException {
        if (!PlainHost.isPlain(next.host())) {
            throw new TransferException(
                    Reason.UNSAFE,
                    next + " is not a host name or address in its plain spelling:"
                            + " write a name, a.b.c.d, or an IPv6 address without a zone");
        }
        InetSocketAddress address = names.addresses(next).getFirst();
        if (isThisNode(address)) {
            throw new TransferException(Reason.UNSAFE, next + " leads from this node to itself: name another one");
        }
        if (!innerAllowed && AddressRanges.isInner(address.getAddress())) {
            throw new TransferException(
                    Reason.UNSAFE,
                    next + " is not a public address, and this relay forwards only"
                            + " to public addresses; its operator can allow others with --allow-private");
        }
        return address;
    }

    /** A node that listens at all addresses has its port at each of them for itself. */
    private boolean isThisNode(InetSocketAddress address) {
        boolean everywhere =
                own.getAddress().isAnyLocalAddress() || address.getAddress().isAnyLocalAddress();
        return address.getPort() == own.getPort()
                && (everywhere
                        ? AddressRanges.isThisMachine(address.getAddress())
                        : address.getAddress().equals(own.getAddress()));
    }

    @Override
    public List<InetSocketAddress> addresses(NodeAddress next) throws TransferException {
        return List.of(admissible(next));
    }
}
