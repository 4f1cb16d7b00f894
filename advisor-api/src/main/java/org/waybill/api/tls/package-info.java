/** Whom TLS clients believe. */
@NullMarked
package org.waybill.api.tls;

import org.jspecify.annotations.NullMarked;
