/**
 * Start at {@link Admission}: which connections keep a place at a listening port, and which are closed for others. It
 * decides on facts, at times that its caller passes. See decision 0231.
 */
@NullMarked
package org.waybill.planner.admission;

import org.jspecify.annotations.NullMarked;
