package org.waybill.client.probe;

import java.time.Instant;

/**
 * One observation, kept so that an estimate can be recomputed from it.
 *
 * @param value in the unit of the result's quantity
 * @param bytes the size that it was observed with (a packet's or a transfer's), 0 where size does not matter
 */
public record Sample(double value, long bytes, Instant at) {}
