package org.waybill.api.task;

/** What became of a task of the service. Nothing more happens to one of the last three. */
public enum TaskState {
    QUEUED,
    RUNNING,
    PAUSED,
    DONE,
    FAILED,
    CANCELLED;

    public boolean isOver() {
        return this == DONE || this == FAILED || this == CANCELLED;
    }
}
