/** Start at {@link StreamSet}: the data connections of a session, and the queue of blocks that they take from. */
@NullMarked
package org.waybill.engine.session.streams;

import org.jspecify.annotations.NullMarked;
