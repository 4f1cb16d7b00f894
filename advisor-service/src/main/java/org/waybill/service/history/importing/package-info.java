/**
 * Start at {@link HistoryFiles}: foreign records of transfers and measurements, read into the contract's; pure
 * functions of text. See decision 0131.
 */
@NullMarked
package org.waybill.service.history.importing;

import org.jspecify.annotations.NullMarked;
