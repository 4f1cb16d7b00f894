/**
 * Start at {@link ServerConnection}, a client's control connection: the common protocol of FTP and GridFTP clients and
 * servers (RFC 959, 2228, 2428, 3659; GFD.20). The gateway is built on it, and so is the mover. See decision 0090.
 */
@NullMarked
package org.waybill.engine.gridftp;

import org.jspecify.annotations.NullMarked;
