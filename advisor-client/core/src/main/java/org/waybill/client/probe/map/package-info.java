/**
 * Pictures: a route on a map of the world, a regression with its points. A picture is a list of marks, drawn to SVG or,
 * without a display, to PNG. Nothing is fetched: the coastline comes with the program.
 */
@NullMarked
package org.waybill.client.probe.map;

import org.jspecify.annotations.NullMarked;
