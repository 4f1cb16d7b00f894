/** Start at {@link LiveSession}: a transfer of unknown length, into or out of a stream (decision 0172). */
@NullMarked
package org.waybill.engine.session.live;

import org.jspecify.annotations.NullMarked;
