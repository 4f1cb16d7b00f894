/**
 * Start at {@link NodeRegistration}: it binds the engine's nodes and relays to an advisor service (decision 0100).
 */
@NullMarked
package org.waybill.client.overlay;

import org.jspecify.annotations.NullMarked;
