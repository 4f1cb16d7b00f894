/**
 * Start at {@link Protocol}, a descriptor for each protocol: what Waybill knows of protocols, each fact once.
 * {@link Protocols} is the registry that all modules read, and {@link Transport} has the costs of carrying data.
 */
@NullMarked
package org.waybill.protocol;

import org.jspecify.annotations.NullMarked;
