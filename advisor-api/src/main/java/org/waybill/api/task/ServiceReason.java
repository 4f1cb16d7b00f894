package org.waybill.api.task;

/** Why a task waits or has failed, where the service says so and no attempt of a worker does. {@code explain} knows each. */
public enum ServiceReason {
    /** Its worker was not heard of in time. */
    WORKER_GONE
}
