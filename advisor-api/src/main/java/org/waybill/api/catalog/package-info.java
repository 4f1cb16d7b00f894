/**
 * Start at {@link CatalogService}: the catalogue's contract, who runs which hosts, services and relays, and where they
 * are.
 */
@NullMarked
package org.waybill.api.catalog;

import org.jspecify.annotations.NullMarked;
