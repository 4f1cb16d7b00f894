/**
 * Start at {@link Vault}: secrets at rest, key files, and the port through which movers ask for them. See
 * decision 0084.
 */
@NullMarked
package org.waybill.client.credentials;

import org.jspecify.annotations.NullMarked;
