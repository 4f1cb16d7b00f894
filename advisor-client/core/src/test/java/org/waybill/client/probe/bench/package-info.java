/** Measurements of the probes themselves; run by {@code lab/bench}. */
@NullMarked
package org.waybill.client.probe.bench;

import org.jspecify.annotations.NullMarked;
