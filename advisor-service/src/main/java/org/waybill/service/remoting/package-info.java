/**
 * Start at {@link RemotingConfiguration} (Hessian) and {@link RestConfiguration} (the controllers of REST): the
 * interfaces to clients.
 */
@NullMarked
package org.waybill.service.remoting;

import org.jspecify.annotations.NullMarked;
