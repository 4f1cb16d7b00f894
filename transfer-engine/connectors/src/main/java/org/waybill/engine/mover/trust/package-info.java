/**
 * Start at {@link UnknownServerException}: a server that was never seen, what it shows, and how it is kept once
 * the user has accepted it (decision 0274). The same for host keys of SSH and certificates of TLS.
 */
@NullMarked
package org.waybill.engine.mover.trust;

import org.jspecify.annotations.NullMarked;
