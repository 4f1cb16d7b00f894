/**
 * Start at {@link EntryFilter}: which entries of a tree are copied, by rsync's patterns, sizes, times and lists of
 * names. Pure, and without dependencies (decision 0271).
 */
@NullMarked
package org.waybill.engine.filter;

import org.jspecify.annotations.NullMarked;
