package org.waybill.api.catalog;

import java.util.List;

/**
 * A page of entries, in the order of their names.
 *
 * @param page counts from 0
 * @param size how many entries a full page has
 * @param total how many entries match on all pages
 */
public record CatalogPage(List<CatalogEntry> entries, int page, int size, long total) {}
