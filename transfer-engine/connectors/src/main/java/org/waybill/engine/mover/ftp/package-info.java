/**
 * Start at {@link FtpStore}: FTP and FTPS, by Commons Net: passive, binary, resumable, and from server to server where
 * both allow it (decision 0030 for what all stores share).
 *
 * <p>vsftpd by default, FileZilla Server and others demand that a data connection resumes the TLS session of its
 * control connection. Java's client looks sessions up by host and port, and a data port is never the same. So the data
 * socket's {@code getPort()} answers the control port, which resumes under TLS 1.3 without reflection. Wrapping the
 * socket under the control port's name does not (the socket's own port counts), and TLS 1.2 alone does not (Java
 * discards vsftpd's tickets for their lifetime). A ticket serves once and a server gives two; the next comes down the
 * data connection, where an uploader never reads: with a read before the upload's end any number of files works. Each
 * control connection has a TLS context of its own, so that sessions of two connections never mix. A test copies a
 * directory with session reuse demanded.
 */
@NullMarked
package org.waybill.engine.mover.ftp;

import org.jspecify.annotations.NullMarked;
