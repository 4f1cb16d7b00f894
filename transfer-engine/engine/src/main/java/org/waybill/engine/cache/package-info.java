/**
 * Start at {@link ContentCache}: what a relay keeps of the files that it sends on for clients (decision 0299). Its
 * {@link CacheDirectory} is one process's, {@link CacheEntries} are the files that are kept, and in {@link CacheStages} copies
 * wait. A client puts its files into a {@link CacheStage} by an ordinary session, whose sink finds there what the cache has of
 * them and compares it by SHA-256; then it has the node send the stage on.
 */
@NullMarked
package org.waybill.engine.cache;

import org.jspecify.annotations.NullMarked;
