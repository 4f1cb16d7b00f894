/** Start at {@link ReceiveQueue}: queueing models of a receive buffer and the threads that drain it. */
@NullMarked
package org.waybill.planner.queueing;

import org.jspecify.annotations.NullMarked;
