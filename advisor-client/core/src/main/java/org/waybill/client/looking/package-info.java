/** Advice that can be watched, skipped in parts and repeated: what a person sees of discovery. */
@NullMarked
package org.waybill.client.looking;

import org.jspecify.annotations.NullMarked;
