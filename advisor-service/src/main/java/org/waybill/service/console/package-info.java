/**
 * Start at {@link HealthController}, the smallest page of the web console; those of the catalogue are
 * {@link CatalogueController} and {@link KindView}. See decision 0140.
 */
@NullMarked
package org.waybill.service.console;

import org.jspecify.annotations.NullMarked;
