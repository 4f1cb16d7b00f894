/**
 * Start at {@link TokenAccess} (the caller of a request) and {@link AccountAdministration} (accounts and tokens, for
 * console and REST). Roles, the first-run secret and the audit log are here, too. See decision 0014.
 */
@NullMarked
package org.waybill.service.account;

import org.jspecify.annotations.NullMarked;
