package org.waybill.api.catalog;

/** An entry of the catalogue. Entries refer to each other by name, as people and CSV files do. */
public sealed interface CatalogEntry permits Organisation, Site, Host, Subnet, Domain, Endpoint, Provisioning, Relay {
    /** The number that the catalogue gave it; 0 for an entry that is not stored yet. */
    long id();

    /** Counts changes: saving an entry whose version is no longer the stored one is a {@code CONFLICT}. */
    long version();

    /** Which kind of entry this is. */
    CatalogKind kind();
}
