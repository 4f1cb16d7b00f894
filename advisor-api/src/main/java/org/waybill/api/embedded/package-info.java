/** Start at {@link EmbeddedService}: it starts an advisor service in this process without knowing its classes. */
@NullMarked
package org.waybill.api.embedded;

import org.jspecify.annotations.NullMarked;
