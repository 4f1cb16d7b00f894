/**
 * Start at {@link DatabaseConfiguration}: the advisor's database, one schema for H2, MariaDB and MySQL. See
 * decision 0012.
 */
@NullMarked
package org.waybill.db;

import org.jspecify.annotations.NullMarked;
