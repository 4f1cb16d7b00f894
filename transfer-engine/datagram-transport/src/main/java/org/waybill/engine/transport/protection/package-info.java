/**
 * Start at {@link Protection}: AES-GCM, replay window and cookies keep a datagram authentic; in the laboratory a mere
 * checksum.
 */
@NullMarked
package org.waybill.engine.transport.protection;

import org.jspecify.annotations.NullMarked;
