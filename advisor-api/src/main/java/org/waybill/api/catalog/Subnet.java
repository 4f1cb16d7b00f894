package org.waybill.api.catalog;

/**
 * A range of addresses that belongs to a site.
 *
 * @param prefix such as {@code 192.0.2.0/24} or {@code 2001:db8::/32}; unique
 * @param site the name of a site
 */
public record Subnet(long id, long version, String prefix, String site) implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.SUBNET;
    }
}
