package org.waybill.client.probe.bandwidth;

import java.time.Duration;

/**
 * What a probe by transfers may cost, both directions and all files together.
 *
 * @param maxBytes payload
 * @param maxTime from its first byte to its last, clean-up not counted
 */
public record TransferBudget(long maxBytes, Duration maxTime) {
    /** What is allowed however small the job is. */
    public static final long LEAST_BYTES = 4L << 20;

    private static final Duration USUAL_TIME = Duration.ofSeconds(10);
    private static final int JOB_PART = 100;

    public TransferBudget {
        if (maxBytes <= 0 || maxTime.isNegative() || maxTime.isZero()) {
            throw new IllegalArgumentException("no budget: " + maxBytes + " bytes, " + maxTime);
        }
    }

    /** One per cent of the job, but no less than 4 MiB, and ten seconds. */
    public static TransferBudget forJob(long jobBytes) {
        return new TransferBudget(Math.max(LEAST_BYTES, jobBytes / JOB_PART), USUAL_TIME);
    }
}
