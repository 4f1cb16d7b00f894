/**
 * Start at {@link HttpStore}: HTTP and WebDAV, by the Java platform's client: ranges, PUT, and listings and renames
 * where the server has them. {@link BetweenServers} has two servers copy from one to the other (HTTP-TPC).
 */
@NullMarked
package org.waybill.engine.mover.http;

import org.jspecify.annotations.NullMarked;
