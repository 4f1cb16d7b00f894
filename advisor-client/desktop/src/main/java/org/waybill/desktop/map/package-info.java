/** Start at {@link MapViewModel}: the world map: the route, its hops, and what is known of their places. */
@NullMarked
package org.waybill.desktop.map;

import org.jspecify.annotations.NullMarked;
