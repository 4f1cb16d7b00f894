/** Start at {@link Estimator}: how long a transfer would take, as pure functions of the facts. */
@NullMarked
package org.waybill.client.estimate;

import org.jspecify.annotations.NullMarked;
