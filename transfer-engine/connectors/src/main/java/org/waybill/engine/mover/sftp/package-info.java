/**
 * Start at {@link SftpStore}: the SSH file transfer protocol, by JSch. The scheme {@code scp} uses it too, as OpenSSH's
 * own scp does since 9.0 (decision 0030).
 */
@NullMarked
package org.waybill.engine.mover.sftp;

import org.jspecify.annotations.NullMarked;
