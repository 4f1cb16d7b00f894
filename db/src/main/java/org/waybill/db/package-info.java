/** The advisor's database: one schema for H2, MariaDB and MySQL. */
@NullMarked
package org.waybill.db;

import org.jspecify.annotations.NullMarked;
