/**
 * Start at {@link TokenAccess}: the caller of a request: tokens, roles, the first-run secret, and the audit log. See
 * decision 0014.
 */
@NullMarked
package org.waybill.service.account;

import org.jspecify.annotations.NullMarked;
