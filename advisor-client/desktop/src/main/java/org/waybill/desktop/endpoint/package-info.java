/** Start at {@link EndpointsViewModel}: where the data are, where they should be, and the options of the transfer. */
@NullMarked
package org.waybill.desktop.endpoint;

import org.jspecify.annotations.NullMarked;
