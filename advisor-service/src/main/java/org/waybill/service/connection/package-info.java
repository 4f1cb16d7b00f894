/** Who may hold a connection to the service, before anything of a request is read. */
@NullMarked
package org.waybill.service.connection;

import org.jspecify.annotations.NullMarked;
