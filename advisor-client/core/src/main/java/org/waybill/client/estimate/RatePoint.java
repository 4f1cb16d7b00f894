package org.waybill.client.estimate;

/**
 * The rate around a moment of a transfer.
 *
 * @param seconds since the transfer began, pauses included
 */
public record RatePoint(double seconds, double bitsPerSecond) {}
