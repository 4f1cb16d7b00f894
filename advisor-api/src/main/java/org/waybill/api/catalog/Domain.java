package org.waybill.api.catalog;

/**
 * A domain whose hosts belong to a site.
 *
 * @param name such as {@code example.org}, in lower case; unique
 * @param site the name of a site
 */
public record Domain(long id, long version, String name, String site) implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.DOMAIN;
    }
}
