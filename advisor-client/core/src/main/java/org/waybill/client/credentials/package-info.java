/** Secrets at rest: the vault, key files, and the port through which movers ask for them. */
@NullMarked
package org.waybill.client.credentials;

import org.jspecify.annotations.NullMarked;
