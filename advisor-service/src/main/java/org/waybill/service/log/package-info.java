/** What goes into the logs, and how much of it: one short line an event, and no more than strangers may cause. */
@NullMarked
package org.waybill.service.log;

import org.jspecify.annotations.NullMarked;
