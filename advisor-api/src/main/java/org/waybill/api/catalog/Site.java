package org.waybill.api.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A place where an organisation keeps hosts.
 *
 * @param name unique
 * @param organisation the name of an organisation
 * @param latitude degrees north, null if unknown
 * @param longitude degrees east, null if unknown
 */
public record Site(
        long id,
        long version,
        String name,
        String organisation,
        String city,
        String country,
        @Nullable Double latitude,
        @Nullable Double longitude)
        implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.SITE;
    }
}
