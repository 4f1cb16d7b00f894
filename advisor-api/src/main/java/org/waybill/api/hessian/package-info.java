/**
 * Hessian 2 with a closed set of types, for both sides. A body is checked byte by byte before anything of it is looked
 * up or built ({@link org.waybill.api.hessian.BodyScanner}); then Caucho's codec reads it through a serializer factory
 * that knows the contract's own types alone, and every value is fitted to the type that the interface declares.
 */
@NullMarked
package org.waybill.api.hessian;

import org.jspecify.annotations.NullMarked;
