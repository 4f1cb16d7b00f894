/** Start at {@link AccountCommand}: secrets for the endpoints of others. */
@NullMarked
package org.waybill.cli.account;

import org.jspecify.annotations.NullMarked;
