/**
 * Start at {@link CopyCause}, of transfers by stores, and {@link RateCause}, of those between engines: pure rules that say
 * what held a transfer's rate back. {@link PathCapacity} compares that with what was measured of the path.
 */
@NullMarked
package org.waybill.engine.cause;

import org.jspecify.annotations.NullMarked;
