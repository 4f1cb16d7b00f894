/** Start at {@link Locator}: where hosts and routers are. */
@NullMarked
package org.waybill.service.location;

import org.jspecify.annotations.NullMarked;
