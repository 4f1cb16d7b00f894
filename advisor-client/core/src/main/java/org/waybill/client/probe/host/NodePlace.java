package org.waybill.client.probe.host;

import org.jspecify.annotations.Nullable;

/**
 * What a node was asked of an endpoint.
 *
 * @param path by which the node shows the endpoint's place; null where it shows another place, or none
 */
public record NodePlace(@Nullable String path) {}
