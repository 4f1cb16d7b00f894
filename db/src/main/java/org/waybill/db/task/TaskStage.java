package org.waybill.db.task;

/** What became of a task. Nothing more happens to one of the last three. */
public enum TaskStage {
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
