/**
 * Start at {@link TransferMeter}: how much of a transfer through stores is done, where its time goes, and what bounds
 * its rate.
 */
@NullMarked
package org.waybill.engine.mover.meter;

import org.jspecify.annotations.NullMarked;
