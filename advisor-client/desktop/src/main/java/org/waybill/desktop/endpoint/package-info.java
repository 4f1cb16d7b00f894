/**
 * Start at {@link EndpointsViewModel}: where the data are, where they should be, and what advice is asked for (filters,
 * deadline, preferences). The rate limit of a transfer is in {@code desktop.activity}.
 */
@NullMarked
package org.waybill.desktop.endpoint;

import org.jspecify.annotations.NullMarked;
