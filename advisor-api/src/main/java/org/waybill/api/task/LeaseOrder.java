package org.waybill.api.task;

/** What a worker is to do with the task of a lease. */
public enum LeaseOrder {
    CONTINUE,
    /** Stop its process and end the lease: the task is paused or cancelled. */
    STOP,
    /** Stop its process: another worker may have the task. */
    LOST
}
