/** Start at {@link LocalStore}: files of this machine. */
@NullMarked
package org.waybill.engine.mover.local;

import org.jspecify.annotations.NullMarked;
