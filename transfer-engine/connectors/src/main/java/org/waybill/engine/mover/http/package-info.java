/**
 * Start at {@link HttpStore}: HTTP and WebDAV, by the Java platform's client: ranges, PUT, and listings and renames
 * where the server has them.
 */
@NullMarked
package org.waybill.engine.mover.http;

import org.jspecify.annotations.NullMarked;
