/**
 * Address or router name to place, from local files only: no look-up leaves the machine. {@link RouterLocator} is the
 * way in.
 */
@NullMarked
package org.waybill.geoip;

import org.jspecify.annotations.NullMarked;
