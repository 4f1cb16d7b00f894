/** Start at {@link StorageService}: storage systems that speak SRM. */
@NullMarked
package org.waybill.api.storage;

import org.jspecify.annotations.NullMarked;
