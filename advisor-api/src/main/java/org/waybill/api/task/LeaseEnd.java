package org.waybill.api.task;

import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended. It gives the lease back.
 *
 * @param exitCode null for an attempt that was stopped
 * @param reason why it failed: a code; empty if it is done
 * @param message the failure in a line; empty if it is done
 * @param failures in a row without progress, with this one
 * @param retrySeconds in how many seconds it is worth another attempt; null if it is not
 * @param bytesTotal -1 while unknown
 * @param document what the command answered, in JSON; null if it answered nothing
 */
public record LeaseEnd(
        long task,
        String lease,
        @Nullable Integer exitCode,
        String reason,
        String message,
        int failures,
        @Nullable Long retrySeconds,
        long bytesDone,
        long bytesTotal,
        @Nullable String document) {}
