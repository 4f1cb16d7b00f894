/** Who calls: tokens, roles, the first-run secret, and the record of who changed what. */
@NullMarked
package org.waybill.service.account;

import org.jspecify.annotations.NullMarked;
