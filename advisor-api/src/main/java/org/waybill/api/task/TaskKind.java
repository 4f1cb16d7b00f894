package org.waybill.api.task;

/** What a worker runs for a task. */
public enum TaskKind {
    /** {@code waybill copy}. */
    COPY,
    /** {@code waybill advise --json}, which moves no data. */
    ADVISE
}
