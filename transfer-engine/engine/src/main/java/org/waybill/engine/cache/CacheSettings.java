package org.waybill.engine.cache;

import java.nio.file.Path;

/**
 * Where a relay keeps what it sends on, and how much of it.
 *
 * @param directory new, empty, or of an earlier run
 * @param mostBytes what is kept and what is on its way, together
 */
public record CacheSettings(Path directory, long mostBytes) {}
