/** Start at {@link StorageCommand}: requests to storage systems that speak SRM, and what is left in buckets. */
@NullMarked
package org.waybill.cli.storage;

import org.jspecify.annotations.NullMarked;
