/** Nodes that register: their reports, the measurements of their virtual links, paths over them, and route tokens. */
@NullMarked
package org.waybill.service.overlay;

import org.jspecify.annotations.NullMarked;
