/** The engine as a mover: {@code waybill://} ends over TCP. */
@NullMarked
package org.waybill.engine.mover.engine;

import org.jspecify.annotations.NullMarked;
