/**
 * Start at {@link OverlayService}: nodes that register with the service, routes over them, and how wide their virtual
 * links are.
 */
@NullMarked
package org.waybill.api.overlay;

import org.jspecify.annotations.NullMarked;
