package org.waybill.api.task;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of the service, as it is now.
 *
 * @param id the service's number of it
 * @param account that submitted it
 * @param submission the client's own id of it
 * @param reason why it waits or has failed: a code; empty if there is nothing to say
 * @param message the reason in a line; empty if there is nothing to say
 * @param attempts that were started
 * @param worker that runs it, or ran it last; empty before
 * @param bytesDone what is at the destination, with what was there before
 * @param bytesTotal -1 while unknown
 * @param exitCode of the last attempt that ended; null before
 * @param nextAttemptAt when it is tried again; null unless it waits for that
 */
public record ServiceTask(
        long id,
        String account,
        String submission,
        TaskKind kind,
        List<String> sources,
        String destination,
        List<String> options,
        int priority,
        TaskState state,
        String reason,
        String message,
        int attempts,
        String worker,
        long bytesDone,
        long bytesTotal,
        @Nullable Integer exitCode,
        Instant submittedAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant nextAttemptAt) {}
