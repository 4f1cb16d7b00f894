/** Start at {@link RemotingConfiguration}: the interfaces to clients, Hessian and REST. */
@NullMarked
package org.waybill.service.remoting;

import org.jspecify.annotations.NullMarked;
