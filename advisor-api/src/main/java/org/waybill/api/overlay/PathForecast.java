package org.waybill.api.overlay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a virtual path is expected to carry: the least of its links' forecasts and of its relays' traversal rates.
 *
 * @param via relays, {@code host:port} in order; none is the direct path
 * @param bitsPerSecond null if a link of it was never measured
 * @param samples measurements and transfers that the weakest known link's forecast is based on
 */
public record PathForecast(List<String> via, @Nullable Double bitsPerSecond, int samples) {}
