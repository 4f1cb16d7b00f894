/** Start at {@link ReserveCommand}: circuits, from a quote to a release. */
@NullMarked
package org.waybill.cli.reserve;

import org.jspecify.annotations.NullMarked;
