package org.waybill.engine;

import java.util.List;

/**
 * Which paths the data may take between two nodes of the engine.
 *
 * @param paths those that the user names, each a list of relays as {@code host:port} in order, empty for the direct
 *     path
 * @param candidates paths over relays to consider besides the direct path, the most promising first, when the user
 *     leaves the choice to the engine
 * @param cached the only relay of the only path may read the data, keep them, and send on what it has kept
 */
public record NetworkPaths(List<List<String>> paths, List<List<String>> candidates, boolean cached) {
    /** Straight to the other end. */
    public static final NetworkPaths DIRECT = new NetworkPaths(List.of(List.of()), List.of(), false);

    public NetworkPaths {
        paths = paths.stream().map(List::copyOf).toList();
        candidates = candidates.stream()
                .map(List::copyOf)
                .filter(path -> !path.isEmpty())
                .toList();
        if (paths.isEmpty() && candidates.isEmpty()) {
            paths = List.of(List.of());
        }
    }

    /** One path over these relays; none is the direct path. */
    public static NetworkPaths through(List<String> relays) {
        return new NetworkPaths(List.of(relays), List.of(), false);
    }

    /** The best of the direct path and these relays, one at a time. */
    public static NetworkPaths among(List<String> relays) {
        return amongPaths(relays.stream().map(List::of).toList());
    }

    /** The best of the direct path and these paths. */
    public static NetworkPaths amongPaths(List<List<String>> candidates) {
        return new NetworkPaths(List.of(), candidates, false);
    }

    /** The same with the cache of the relay. */
    public NetworkPaths withCache() {
        return new NetworkPaths(paths, candidates, true);
    }

    /** Whether it is one path over one relay. */
    public boolean isOneRelay() {
        return candidates.isEmpty() && paths.size() == 1 && paths.getFirst().size() == 1;
    }

    /** Whether nothing but the direct path is allowed. */
    public boolean isDirect() {
        return candidates.isEmpty() && paths.stream().allMatch(List::isEmpty);
    }

    /** The relays of the first path. */
    public List<String> first() {
        return paths.isEmpty() ? List.of() : paths.getFirst();
    }
}
