package org.waybill.engine.transport;

/**
 * What a data sender is made of.
 *
 * @param fresh which part of the source to send, in what order
 */
public record SenderConfig(
        DataSource source, UnsentRanges fresh, RateController controller, CircuitBreaker.Limits breaker) {}
