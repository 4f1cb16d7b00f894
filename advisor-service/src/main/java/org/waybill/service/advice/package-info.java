/** Start at {@link AdviceConfiguration}: what clients ask the advisor, put together from the other features. */
@NullMarked
package org.waybill.service.advice;

import org.jspecify.annotations.NullMarked;
