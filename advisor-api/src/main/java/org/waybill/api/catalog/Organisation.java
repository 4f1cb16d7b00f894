package org.waybill.api.catalog;

/**
 * A university, laboratory or company.
 *
 * @param name unique
 * @param country ISO 3166-1 alpha-2 code in capitals, or an empty string
 * @param url its home page, or an empty string
 */
public record Organisation(long id, long version, String name, String country, String url) implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.ORGANISATION;
    }
}
