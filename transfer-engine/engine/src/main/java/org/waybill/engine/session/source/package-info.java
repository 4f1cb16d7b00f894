/** Start at {@link SourceSession}: the side that reads files and sends their blocks. */
@NullMarked
package org.waybill.engine.session.source;

import org.jspecify.annotations.NullMarked;
