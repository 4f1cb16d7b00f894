package org.waybill.client.workflow.kept;

import java.time.Instant;

/**
 * What came of one option of an advice.
 *
 * @param option its ID
 * @param seconds from the start to the verified destination
 * @param bytes of the data
 */
public record AdviceOutcome(String option, double seconds, long bytes, Instant endedAt) {}
