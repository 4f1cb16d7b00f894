/** GridFTP as a client: grid security or anonymous, stream mode or parallel connections in extended block mode. */
@NullMarked
package org.waybill.engine.mover.gridftp;

import org.jspecify.annotations.NullMarked;
