package org.waybill.api.catalog;

/** How entries are written in files: CSV (RFC 4180, first line names the columns) or a JSON array of objects. */
public enum CatalogFormat {
    CSV,
    JSON
}
