package org.waybill.api.task;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The right of a worker to run a task, until it ends or is renewed.
 *
 * @param task the task's number
 * @param lease the id of this lease
 * @param attempt 1 for the first one
 * @param failures in a row without progress
 * @param submittedAt from when relative times of the options count
 * @param startedAt when the first attempt started
 * @param seconds how long it lasts from when the worker asked
 * @param listed hosts that may be connected to: names, {@code *.DOMAIN}, and addresses, without which no inner address is
 *     reached
 * @param partials the key of the names of its partial files, 64 hex digits: all workers have the same, so that one finds
 *     what another has left; null from an older service
 */
public record TaskLease(
        long task,
        String lease,
        TaskKind kind,
        List<String> sources,
        String destination,
        List<String> options,
        int attempt,
        int failures,
        Instant submittedAt,
        Instant startedAt,
        int seconds,
        List<String> listed,
        @Nullable String partials) {}
