/** The client against servers that mean harm, in a process of little memory. */
@NullMarked
package org.waybill.engine.hostile;

import org.jspecify.annotations.NullMarked;
