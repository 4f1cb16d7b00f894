/**
 * Start at {@link EndpointParser}: what a user names as source and destination, parsed, resolved, put into a scenario.
 * See decision 0033.
 */
@NullMarked
package org.waybill.client.endpoint;

import org.jspecify.annotations.NullMarked;
