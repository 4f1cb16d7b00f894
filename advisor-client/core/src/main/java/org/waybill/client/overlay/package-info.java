/** What binds the engine's nodes and relays to an advisor service. */
@NullMarked
package org.waybill.client.overlay;

import org.jspecify.annotations.NullMarked;
