/**
 * Start at {@link RightSizing}: pure calculations, from bandwidth-delay product to socket buffers, streams and
 * congestion control.
 */
@NullMarked
package org.waybill.engine.rightsizing;

import org.jspecify.annotations.NullMarked;
