/** What keeps a datagram authentic: AES-GCM, replay window, cookies; or a mere checksum in the laboratory. */
@NullMarked
package org.waybill.engine.transport.protection;

import org.jspecify.annotations.NullMarked;
