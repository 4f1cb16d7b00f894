/**
 * Start at {@link TransferRequest} and {@link TransferReport}: the engine transfers data. It knows no service, no
 * database, no screen.
 */
@NullMarked
package org.waybill.engine;

import org.jspecify.annotations.NullMarked;
