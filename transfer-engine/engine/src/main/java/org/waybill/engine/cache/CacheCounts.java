package org.waybill.engine.cache;

/**
 * What a cache did since its node started, and what it has now.
 *
 * @param hits files that did not have to be sent to it
 * @param stored files that were sent to it and kept
 * @param evicted files that made room for others
 * @param dropped files that proved to be damaged, or another than the source's
 */
public record CacheCounts(
        long hits, long hitBytes, long stored, long storedBytes, long evicted, long dropped, int entries, long bytes) {
    /** In the text format of Prometheus. */
    String prometheus() {
        return """
            waybill_cache_hits_total %d
            waybill_cache_hit_bytes_total %d
            waybill_cache_stored_total %d
            waybill_cache_stored_bytes_total %d
            waybill_cache_evicted_total %d
            waybill_cache_dropped_total %d
            waybill_cache_entries %d
            waybill_cache_bytes %d
            """.formatted(hits, hitBytes, stored, storedBytes, evicted, dropped, entries, bytes);
    }
}
