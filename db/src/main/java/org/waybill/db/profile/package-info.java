/** Start at {@link CatalogRepository}: the catalogue: organisations, sites, hosts and what they offer. */
@NullMarked
package org.waybill.db.profile;

import org.jspecify.annotations.NullMarked;
