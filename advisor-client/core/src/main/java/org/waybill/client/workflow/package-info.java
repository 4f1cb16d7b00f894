/**
 * Start at {@link Advisor}: from a request to ranked workflows. A survey of the hosts and the path gives transfer
 * options, which are estimated, ranked (decision 0042), explained, and written as scripts (decision 0043).
 */
@NullMarked
package org.waybill.client.workflow;

import org.jspecify.annotations.NullMarked;
