/** Start at {@link TaskService}: transfers that users submit to the service, and the workers that carry them out. */
@NullMarked
package org.waybill.api.task;

import org.jspecify.annotations.NullMarked;
