/**
 * Start at {@link SourceSession}: the side that reads files and sends their blocks. A {@link SourceListing} says what there
 * is, a {@link SourcePump} reads it by the {@link SourcePlan}, and a {@link SourceOutput} sends it.
 */
@NullMarked
package org.waybill.engine.session.source;

import org.jspecify.annotations.NullMarked;
