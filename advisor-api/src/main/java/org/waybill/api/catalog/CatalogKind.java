package org.waybill.api.catalog;

/** The kinds of entries that the catalogue keeps. */
public enum CatalogKind {
    ORGANISATION(Organisation.class),
    SITE(Site.class),
    HOST(Host.class),
    SUBNET(Subnet.class),
    DOMAIN(Domain.class),
    ENDPOINT(Endpoint.class),
    PROVISIONING(Provisioning.class),
    RELAY(Relay.class);

    private final Class<? extends CatalogEntry> entryType;

    CatalogKind(Class<? extends CatalogEntry> entryType) {
        this.entryType = entryType;
    }

    /** The record of this kind. */
    public Class<? extends CatalogEntry> entryType() {
        return entryType;
    }
}
