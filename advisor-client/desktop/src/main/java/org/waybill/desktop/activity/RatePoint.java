package org.waybill.desktop.activity;

/**
 * The rate around a moment of a move.
 *
 * @param seconds since the move began, pauses included
 */
public record RatePoint(double seconds, double bitsPerSecond) {}
