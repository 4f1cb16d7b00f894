/**
 * Start at {@link AdvisorClientFactory}: how the client reaches the advisor service. One of its home's commands runs it, the
 * others call it. See decision 0080.
 */
@NullMarked
package org.waybill.client.remote;

import org.jspecify.annotations.NullMarked;
