/**
 * Start at {@link FaultLog} and {@link SecurityLog}: one short line an event in the logs, and no more lines than a
 * limit on unauthenticated callers allows.
 */
@NullMarked
package org.waybill.service.log;

import org.jspecify.annotations.NullMarked;
