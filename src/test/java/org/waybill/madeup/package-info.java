/** A protocol that nobody speaks, registered as a store of somebody else's would be: one package and one line. */
@NullMarked
package org.waybill.madeup;

import org.jspecify.annotations.NullMarked;
