/** The SSH file transfer protocol, by JSch; the scheme {@code scp} goes over it too, as OpenSSH's own scp does. */
@NullMarked
package org.waybill.engine.mover.sftp;

import org.jspecify.annotations.NullMarked;
