package org.waybill.api.task;

/** Why a task waits or has failed, where the service says so and no attempt of a worker does. {@code explain} knows each. */
public enum ServiceReason {
    /** Its worker was not heard of in time. */
    WORKER_GONE,
    /** No worker that could run it is heard of. */
    NO_WORKER,
    /** Each worker that could run it is drained: it gets no more tasks. */
    WORKERS_DRAINING,
    /** Each worker that could run it has as many tasks as it runs at once. */
    WORKERS_BUSY
}
