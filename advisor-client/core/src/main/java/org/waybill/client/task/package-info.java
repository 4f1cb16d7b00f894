/**
 * Start at {@link TaskClient}: transfers that run in the background. A {@link Task} is a directory of the home
 * ({@link TaskStore}); the {@link TaskAgent}, one process for each home and machine, carries them out
 * ({@link TaskScheduler}), each attempt by a process of its own, which holds {@link TaskLock} as long as it lives
 * (decision 0307). A {@link LeasedRun} is such an attempt for a worker of a service, whose lease {@link LeaseWatch} minds.
 */
@NullMarked
package org.waybill.client.task;

import org.jspecify.annotations.NullMarked;
