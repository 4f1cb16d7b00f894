/** One mover a protocol, all under one contract. */
@NullMarked
package org.waybill.engine.mover;

import org.jspecify.annotations.NullMarked;
