/** How long a transfer would take: pure functions of what was found out. */
@NullMarked
package org.waybill.client.estimate;

import org.jspecify.annotations.NullMarked;
