/**
 * Start at {@link PartialFile} and {@link SourceTree}: files as blocks: reading, durable writing, the ledger of
 * received blocks (decision 0023), confinement to one directory.
 */
@NullMarked
package org.waybill.engine.storage;

import org.jspecify.annotations.NullMarked;
