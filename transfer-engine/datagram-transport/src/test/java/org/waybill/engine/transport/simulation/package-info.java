/** Runs the transports over simulated paths: one seed is one exactly repeatable run. */
@NullMarked
package org.waybill.engine.transport.simulation;

import org.jspecify.annotations.NullMarked;
