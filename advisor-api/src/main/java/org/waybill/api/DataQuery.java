package org.waybill.api;

/**
 * Asks where data are.
 *
 * @param text a dataset's identifier, or keywords; for Rucio {@code scope:name}, for a Replica Location Service a
 *     logical name or a pattern
 * @param document a replica list to read instead of asking the catalogues: Metalink 3 or 4, Rucio's JSON, or the
 *     generic JSON; empty to ask
 * @param limit the number of files at most, 1..1000
 * @param destinationHost where the data are needed, so that replicas are in the order of their forecast; may be empty
 */
public record DataQuery(String text, String document, int limit, String destinationHost) {}
