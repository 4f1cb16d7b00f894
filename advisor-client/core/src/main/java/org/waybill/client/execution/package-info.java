/** Doing it: the mover that fits, retries until the deadline, the outcome kept for the history. */
@NullMarked
package org.waybill.client.execution;

import org.jspecify.annotations.NullMarked;
