/**
 * Start at the reader of a format, {@link GraphCsv}, {@link SeriesCsv}, {@link ReservationsCsv},
 * {@link CtrlPlaneTopology}, {@link NmlTopology}, {@link OscarsTopology} and their kin. A bad row is reported with file
 * and line, the good rest is used.
 *
 * <p>The planner depends on the JDK alone, and topologies come as OSCARS JSON, CtrlPlane XML and NML XML.
 * {@link OscarsTopology} takes maps and lists as any JSON library yields them; the service and the command line parse.
 * Its problems name devices, ports and adjacency numbers, since there are no lines. XML goes through the JDK's StAX
 * with document types and external entities off.
 */
@NullMarked
package org.waybill.planner.file;

import org.jspecify.annotations.NullMarked;
