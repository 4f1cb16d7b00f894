/**
 * Start at {@link Worker}: carries out the tasks of a service on this machine. Each is run under a lease ({@link
 * LeasedTask}), if its ends are where this worker may read and write ({@link WorkerPlaces}) (decision 0317).
 */
@NullMarked
package org.waybill.client.worker;

import org.jspecify.annotations.NullMarked;
