/**
 * Start at {@link TreeComparison}: what two trees have in common, by any protocols; what
 * {@link Comparison} says of one directory is a function of its two listings. {@link Removal} takes away what only the
 * destination has (decision 0273).
 */
@NullMarked
package org.waybill.engine.mover.compare;

import org.jspecify.annotations.NullMarked;
