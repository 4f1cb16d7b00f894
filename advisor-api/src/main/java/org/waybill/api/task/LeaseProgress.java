package org.waybill.api.task;

/**
 * How far a worker is with a task, which renews its lease.
 *
 * @param bytesTotal -1 while unknown
 */
public record LeaseProgress(long task, String lease, long bytesDone, long bytesTotal) {}
