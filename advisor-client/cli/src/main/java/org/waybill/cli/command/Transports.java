package org.waybill.cli.command;

import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** What {@code --transport} means for an endpoint whose protocol was left open. */
public final class Transports {
    /** Chooses by advice. */
    public static final String AUTO = "auto";

    private Transports() {}

    /** What {@code --transport} takes, for help and completion. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Stream.of(AUTO), Protocols.transportNames().stream())
                    .iterator();
        }
    }

    /** The end as {@code transport} names it. A scheme that the user chose is kept if the transport can serve it. */
    public static Location locate(Endpoint end, String transport) throws TransferException {
        if (end.isLocal() || serves(transport, end.location().scheme())) {
            return end.location();
        }
        if (end.schemeChosen()) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "transport '" + transport + "' does not serve "
                            + end.location().scheme() + " URLs: leave --transport out, or write user@host:path");
        }
        Protocol protocol = Protocols.named(transport)
                .filter(one -> !one.transports().isEmpty())
                .or(() -> Protocols.movingFiles()
                        .filter(one -> carries(transport, one))
                        .findFirst())
                .orElseThrow(() -> new TransferException(
                        Reason.BAD_INPUT,
                        "there is no transport '" + transport + "': use " + String.join(", ", new Names())));
        if (protocol.pathMeaning() == PathMeaning.DATA_DIRECTORY) {
            // copied to a place that was not meant, a source may even be deleted
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "'" + end.format() + "' is a path for SSH, and a node of that host may serve other files: name the"
                            + " node's path, " + protocol.scheme() + "://" + end.host() + "/PATH, or omit --transport "
                            + transport + " and --via");
        }
        return end.by(protocol, 0);
    }

    /** The first transport of the protocol that an endpoint names, if it has one. */
    public static Optional<String> first(Endpoint end) {
        return Protocols.named(end.location().scheme()).map(Protocol::transports).stream()
                .flatMap(Collection::stream)
                .map(Transport::name)
                .findFirst();
    }

    private static boolean serves(String transport, String scheme) {
        return Protocols.named(scheme).filter(one -> carries(transport, one)).isPresent();
    }

    private static boolean carries(String transport, Protocol protocol) {
        return protocol.transports().stream().anyMatch(one -> one.name().equals(transport));
    }
}
