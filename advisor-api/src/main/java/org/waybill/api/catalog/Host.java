package org.waybill.api.catalog;

import java.util.List;

/**
 * A host that stores or transfers data.
 *
 * @param name its fully qualified domain name in lower case, or its address; unique
 * @param site the name of a site, or an empty string
 * @param addresses its IPv4 and IPv6 addresses as text
 */
public record Host(long id, long version, String name, String site, List<String> addresses) implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.HOST;
    }
}
