/** Who may use the service, what was changed by whom, and settings of the instance. */
@NullMarked
package org.waybill.db.account;

import org.jspecify.annotations.NullMarked;
