/** Start at {@link AccountService}: the accounts of a service, for its administrators. */
@NullMarked
package org.waybill.api.account;

import org.jspecify.annotations.NullMarked;
