/** Files of this machine. */
@NullMarked
package org.waybill.engine.mover.local;

import org.jspecify.annotations.NullMarked;
