/**
 * Start at {@link AdmissionProtocol}: which connections to the service stay open, before any of a request is read. See
 * decision 0231.
 */
@NullMarked
package org.waybill.service.connection;

import org.jspecify.annotations.NullMarked;
