/**
 * Start at {@link WaybillNode}: the daemon accepts sessions, checks the caller's grant, keeps limits, serves one data
 * directory.
 */
@NullMarked
package org.waybill.engine.node;

import org.jspecify.annotations.NullMarked;
