/** Start at {@link WaybillHome}: the home directory and its private files, which the client's parts share. */
@NullMarked
package org.waybill.client;

import org.jspecify.annotations.NullMarked;
