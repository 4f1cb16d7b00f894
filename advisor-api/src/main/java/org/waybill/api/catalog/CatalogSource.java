package org.waybill.api.catalog;

/** Other people's catalogues of sites and their transfer services. */
public enum CatalogSource {
    /**
     * The Open Science Grid's topology as CSV: resources ({@code facility,site,...,fqdn,...,service,uri,latitude,
     * longitude}) or sites ({@code facility,site,latitude,longitude,city,state,country}).
     */
    OSG_TOPOLOGY,
    /** XML of GOCDB's programmatic interface: {@code get_site} or {@code get_service_endpoint}. */
    GOCDB
}
