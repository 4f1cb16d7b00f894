package org.waybill.api.overlay;

import java.util.List;

/**
 * Relays and the paths over them, as part of what clients ask the advisor. Every call may be repeated.
 */
public interface OverlayService {
    /**
     * Takes a node's report; the first one of a name puts the node into the catalogue, which takes the role of an
     * operator.
     */
    RelayOrders reportRelay(RelayReport report);

    /** All relays of the catalogue with what they last said, at most 1,000. */
    List<RelayState> relays();

    /** Signs a token for a path over relays that are registered and alive; {@code NOT_FOUND} for others. */
    SignedRoute signRoute(RouteRequest request);

    /**
     * Paths between two hosts over relays that are alive, chains of up to three included, the widest forecast first;
     * the direct path is among them, and those with an unmeasured link come last.
     *
     * @param most 1..16
     */
    List<PathForecast> virtualPaths(String source, String destination, int most);
}
