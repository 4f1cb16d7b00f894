package org.waybill.api.task;

import java.util.List;
import java.util.Optional;
import org.waybill.api.Bulk;

/**
 * Transfers that users submit to the service, which workers carry out. Users see and change their own tasks, operators
 * all; of another user's the service knows nothing ({@code NOT_FOUND}).
 */
public interface TaskService {
    /** Submits a task; one that is known under its id is answered as it is now. */
    ServiceTask submitTask(TaskSubmission submission);

    /** The newest {@code limit} (1..200) tasks; those of all accounts for operators who ask for them. */
    @Bulk
    List<ServiceTask> tasks(boolean all, int limit);

    ServiceTask task(long id);

    /** What the command of the task's last attempt answered: a JSON document; empty while there is none. */
    @Bulk
    Optional<String> taskDocument(long id);

    /** Stops it until it is resumed; what was copied is kept. */
    ServiceTask pauseTask(long id);

    ServiceTask resumeTask(long id);

    /** Ends it; what was copied completely stays at the destination. */
    ServiceTask cancelTask(long id);

    /** The workers by name. For operators. */
    List<WorkerState> workers();

    /** Gives a worker no more tasks, or gives it some again; what it runs it finishes. For operators. */
    WorkerState drainWorker(String name, boolean draining);

    /** Gives a worker tasks; none if there is none for it, or it is drained. For workers, as are the following. */
    List<TaskLease> leaseTasks(LeaseRequest request);

    LeaseOrder renewLease(LeaseProgress progress);

    /** Ends the lease; {@code LOST} if it was over, and the task is another's. */
    @Bulk
    LeaseOrder endLease(LeaseEnd end);
}
