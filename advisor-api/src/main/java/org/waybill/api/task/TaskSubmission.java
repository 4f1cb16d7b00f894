package org.waybill.api.task;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transfer that is asked for.
 *
 * @param id the client's own id: a second submission under it is the same task; null for a new one
 * @param kind null for {@code COPY}
 * @param sources URLs, {@code user@host:path}, or absolute paths on a worker; for {@code ADVISE} one
 * @param options as on the command line, each one word, such as {@code --rate=500M}; null for none
 * @param priority -10 to 10; tasks of a higher one come first, and one above 0 needs the role of an operator; null for 0
 */
public record TaskSubmission(
        @Nullable String id,
        @Nullable TaskKind kind,
        List<String> sources,
        String destination,
        @Nullable List<String> options,
        @Nullable Integer priority) {}
