/** Sockets, threads and the real clock; the kernel's per-socket options. */
@NullMarked
package org.waybill.engine.driver;

import org.jspecify.annotations.NullMarked;
