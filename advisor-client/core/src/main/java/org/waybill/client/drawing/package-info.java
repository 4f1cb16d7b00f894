/**
 * Start at {@link RouteMap} (a route on a map of the world) or {@link RegressionPlot} (a regression with its points). A
 * {@link Picture} is a list of marks (lines, dots, texts), drawn to SVG or, without a display, to PNG.
 *
 * <p>Pictures are made on hosts without a display and without a network, so marks with two writers (about 300 lines)
 * take the place of a charting library (JFreeChart, XChart: one to two megabytes, no maps) and of JavaFX (needs its
 * natives in the command line). Coastline and borders are world-atlas 2.0.2's countries-110m.json (Natural Earth,
 * public domain; ISC), decoded here. Longitudes are never cut: rings and routes run on past 180 degrees and are drawn
 * at several full turns, clipped to the window, so the Pacific is crossed the short way. Text widths are estimated, not
 * asked of fonts; PNG needs a Java runtime with any font and says so.
 */
@NullMarked
package org.waybill.client.drawing;

import org.jspecify.annotations.NullMarked;
