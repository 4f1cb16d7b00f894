/** The ways in: Hessian and REST. */
@NullMarked
package org.waybill.service.remoting;

import org.jspecify.annotations.NullMarked;
