/**
 * Start at {@link MessageCodec}: the engine protocol's frames and records as bytes. Pure: no sockets, no files.
 */
@NullMarked
package org.waybill.engine.wire;

import org.jspecify.annotations.NullMarked;
