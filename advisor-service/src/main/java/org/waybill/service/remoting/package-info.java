/** Start at {@link RemotingConfiguration} (Hessian) and {@link RestConfiguration} (REST's controllers): the interfaces to clients. */
@NullMarked
package org.waybill.service.remoting;

import org.jspecify.annotations.NullMarked;
