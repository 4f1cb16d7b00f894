/**
 * Start at {@link HessianClient} (calls) and {@link HessianDispatcher} (serves): Hessian 2 with a closed set of types.
 * A body is checked byte by byte before any of it is looked up or built ({@link BodyScanner}); then Caucho's codec
 * reads it through a serializer factory that knows the contract's own types alone, and every value is fitted to the
 * type that the interface declares. See decision 0010.
 */
@NullMarked
package org.waybill.api.hessian;

import org.jspecify.annotations.NullMarked;
