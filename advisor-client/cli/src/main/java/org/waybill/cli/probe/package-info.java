/** Start at {@link ProbeCommand}: measurements of hosts, paths and bandwidth, and {@code doctor}. */
@NullMarked
package org.waybill.cli.probe;

import org.jspecify.annotations.NullMarked;
