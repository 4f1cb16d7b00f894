/** Start at {@link NamedServers}: which servers TLS clients trust. */
@NullMarked
package org.waybill.api.tls;

import org.jspecify.annotations.NullMarked;
