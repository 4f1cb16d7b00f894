/**
 * Start at {@link KeptAdvices}: each advice of this home with its facts, so that it can be judged again, and with what
 * came of it (decision 0280).
 */
@NullMarked
package org.waybill.client.workflow.kept;

import org.jspecify.annotations.NullMarked;
