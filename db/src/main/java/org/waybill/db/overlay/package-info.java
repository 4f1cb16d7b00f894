/** Start at {@link RelayReports}: registered nodes, their virtual links, and the keys of route tokens. */
@NullMarked
package org.waybill.db.overlay;

import org.jspecify.annotations.NullMarked;
