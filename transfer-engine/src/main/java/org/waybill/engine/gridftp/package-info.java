/**
 * The protocol of FTP and GridFTP that clients and servers have in common (RFC 959, 2228, 2428, 3659; GFD.20), and the
 * control connection of a client. The gateway is built on it, and so is the mover.
 */
@NullMarked
package org.waybill.engine.gridftp;

import org.jspecify.annotations.NullMarked;
