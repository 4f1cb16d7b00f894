package org.waybill.api.catalog;

import java.time.Instant;

/** A change of the catalogue, from the audit log. {@code action} is {@code ADD}, {@code CHANGE} or {@code DELETE}. */
public record Change(Instant at, String account, String action, CatalogKind kind, long id, String detail) {}
