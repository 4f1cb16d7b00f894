/** Compares what commands print with {@code schemas}; begin at {@link org.waybill.cli.schema.SchemasTest}. */
@NullMarked
package org.waybill.cli.schema;

import org.jspecify.annotations.NullMarked;
