/** A protocol that no server speaks, registered as a store of another project would be: one package and one line. */
@NullMarked
package org.waybill.madeup;

import org.jspecify.annotations.NullMarked;
