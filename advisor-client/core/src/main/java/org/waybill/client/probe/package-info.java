/** Start at {@link Probe}: measurements, what a probe can do, its arguments and its result. */
@NullMarked
package org.waybill.client.probe;

import org.jspecify.annotations.NullMarked;
