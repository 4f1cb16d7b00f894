/** Reads graphs, series, calendars and topologies; a bad row is reported with file and line, the good rest is used. */
@NullMarked
package org.waybill.planner.file;

import org.jspecify.annotations.NullMarked;
