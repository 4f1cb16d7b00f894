/** Start at {@link Journal}: the current and past transfers of this user's programs, kept over restarts. */
@NullMarked
package org.waybill.client.activity;

import org.jspecify.annotations.NullMarked;
