/**
 * Start at {@link DeletionGuard}: what a sync may delete. {@link SyncMemory} is what the home knows of earlier ones
 * (decision 0273).
 */
@NullMarked
package org.waybill.client.sync;

import org.jspecify.annotations.NullMarked;
