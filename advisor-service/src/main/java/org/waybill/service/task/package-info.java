/**
 * Start at {@link Tasks}: transfers that users submit, and their workers. {@link TaskSteps} decides what becomes of a task
 * and {@link FairShare} which one is next, both without a clock or a database; {@link TransferHosts} says where transfers
 * may lead, and {@link Leases} gives workers the right to run a task for as long as they are heard of (decision 0317).
 */
@NullMarked
package org.waybill.service.task;

import org.jspecify.annotations.NullMarked;
