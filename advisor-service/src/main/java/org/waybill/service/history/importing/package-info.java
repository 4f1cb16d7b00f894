/** Foreign records of transfers and measurements, read into the contract's; pure functions of text. */
@NullMarked
package org.waybill.service.history.importing;

import org.jspecify.annotations.NullMarked;
