/** Measurements: what a probe can do, what it was asked, what it saw. */
@NullMarked
package org.waybill.client.probe;

import org.jspecify.annotations.NullMarked;
