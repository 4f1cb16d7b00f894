/**
 * Start at {@link Discovery}: which protocols both endpoints speak, and which of them are of use.
 *
 * <p>A port forwarder, a firewall's portal or a moved service makes an open port misleading, and FTP, FTPS and GridFTP
 * share their first words. So a port counts as a protocol only when its answer speaks it: {@code SSH-2.0-}; {@code 220}
 * and FEAT (AUTH TLS, AUTH GSSAPI and GridFTP's own features distinguish FTP, FTPS and GridFTP; where FEAT requires a
 * log-in, AUTH GSSAPI itself is asked); an HTTP status to OPTIONS with its DAV and Allow headers; headers {@code x-amz-} by TLS; {@code @RSYNCD:};
 * XRootD's handshake; bbftpd's key message (code 6); the ALPN name {@code waybill/1}; SRM by TLS that asks for a
 * certificate, or an answer at {@code /srm/managerv2}. Certificates are noted, not checked: no secret is said in such a
 * dialog, and movers check them.
 *
 * <p>Each port is opened once for all protocols that it may serve, all at once on virtual threads; families of
 * addresses take turns 250 ms apart (RFC 8305). A dialog is bounded in time (3 s), line length (2 KiB) and, with all
 * the others, in bytes (512 KiB). A server that looks its clients up for longer than 3 s before it speaks is reported
 * as silent. FTP servers that expect TLS first are silent to a plain greeting and asked again.
 *
 * <p>COPY in {@code Allow} does not mean third-party copy: nginx lists it and copies within itself. Only servers of the
 * WLCG's kind (dCache, XRootD, StoRM, EOS) are believed.
 */
@NullMarked
package org.waybill.client.discovery;

import org.jspecify.annotations.NullMarked;
