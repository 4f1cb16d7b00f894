/** Start at {@link SinkSession}: the side that writes blocks, verifies files and gives them their final names. */
@NullMarked
package org.waybill.engine.session.sink;

import org.jspecify.annotations.NullMarked;
