/** Start at {@link TransferHistory}: past transfers and measurements, and the forecasts that they allow. */
@NullMarked
package org.waybill.service.history;

import org.jspecify.annotations.NullMarked;
