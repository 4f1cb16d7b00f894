/** Advice against outcomes on random topologies; run by {@code lab/bench/advice-table}. */
@NullMarked
package org.waybill.cli.bench;

import org.jspecify.annotations.NullMarked;
