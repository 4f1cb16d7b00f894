package org.waybill.engine.cache;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.link.NodeAddress;

/**
 * Where a client puts what a relay is to keep and to send on, among the paths of that node.
 *
 * @param destination where it will be sent
 * @param key 32 hexadecimal digits: of one transfer
 * @param inner below the stage, as in other paths of a node
 */
public record CachePath(NodeAddress destination, String key, String inner) {
    /** A directory if the node keeps a cache for this client, with the room in it as its free space. */
    public static final String ROOT = "/.waybill-cache";

    private static final int MOST_PORT = 65_535;
    private static final Pattern PATH =
            Pattern.compile(ROOT + "/([^/]{1,255}:[0-9]{1,5})/([0-9a-f]{32})/(.*)", Pattern.DOTALL);

    /** Reads the path of a request; empty for any other, also where the port is none. */
    public static Optional<CachePath> parse(String path) {
        Matcher parts = PATH.matcher(path);
        if (!parts.matches()) {
            return Optional.empty();
        }
        NodeAddress destination = NodeAddress.parse(parts.group(1));
        return destination.port() < 1 || destination.port() > MOST_PORT
                ? Optional.empty()
                : Optional.of(new CachePath(destination, parts.group(2), parts.group(3)));
    }

    /** As in requests. */
    public String text() {
        return ROOT + "/" + destination + "/" + key + "/" + inner;
    }
}
