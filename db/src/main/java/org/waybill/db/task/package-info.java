/** Start at {@link TaskRow}: tasks that users submit to the service, and the workers that carry them out. */
@NullMarked
package org.waybill.db.task;

import org.jspecify.annotations.NullMarked;
