/** Start at {@link Accounts}: users of the service, the audit of changes, and settings of the instance. */
@NullMarked
package org.waybill.db.account;

import org.jspecify.annotations.NullMarked;
