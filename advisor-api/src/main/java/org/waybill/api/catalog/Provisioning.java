package org.waybill.api.catalog;

import org.waybill.api.ProvisioningKind;

/**
 * A system that reserves bandwidth or storage for a site's hosts.
 *
 * @param name unique
 * @param system the interface that it speaks
 * @param site the name of the site that it serves
 */
public record Provisioning(long id, long version, String name, ProvisioningKind system, String url, String site)
        implements CatalogEntry {
    @Override
    public CatalogKind kind() {
        return CatalogKind.PROVISIONING;
    }
}
