/** Start at {@link CatalogueController} and {@link KindView}: the web console. See decision 0140. */
@NullMarked
package org.waybill.service.console;

import org.jspecify.annotations.NullMarked;
