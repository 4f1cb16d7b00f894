/** Who gets a place at a listening port, and who makes room: decisions on what is known, at times that are told. */
@NullMarked
package org.waybill.planner.admission;

import org.jspecify.annotations.NullMarked;
