/** Start at {@link DatasetCounter}: how much there is to copy, counted here or asked of the remote host. */
@NullMarked
package org.waybill.client.dataset;

import org.jspecify.annotations.NullMarked;
