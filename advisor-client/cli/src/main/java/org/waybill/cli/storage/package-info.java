/** Start at {@link StorageCommand}: requests to storage systems that speak SRM. */
@NullMarked
package org.waybill.cli.storage;

import org.jspecify.annotations.NullMarked;
