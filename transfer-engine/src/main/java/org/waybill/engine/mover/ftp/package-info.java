/** FTP and FTPS, by Commons Net: passive, binary, resumable, and from server to server where both allow it. */
@NullMarked
package org.waybill.engine.mover.ftp;

import org.jspecify.annotations.NullMarked;
