/**
 * Start at {@link GsiInitiator} (the side that connects) or {@link GsiAcceptor}. Grid security: GSS-API tokens that are
 * TLS records, mutual authentication by X.509 certificates and proxies (RFC 3820), and delegation, as the Grid
 * Community Toolkit speaks them (GFD.24; GFD.20 for data channels). Libraries follow decision 0090.
 *
 * <p>The Grid Community Toolkit 6.2 behaves as follows, and the code relies on it:
 *
 * <ul>
 * <li>After TLS the initiator says {@code D} (it delegates) or {@code 0}; under TLS 1.3 the acceptor says {@code 0}
 * first.</li>
 * <li>The delegated certificate travels alone; the rest of the chain is the peer's own.</li>
 * <li>A limited proxy signs only limited ones.</li>
 * <li>With {@code PROT P} the handshake of a data connection ends with TLS itself: neither side sends {@code D} or
 * {@code 0}.</li>
 * <li>With data channel authentication a server answers {@code RETR} only when the data connection has been
 * authenticated, so the handshake runs in the background while the reply is awaited.</li>
 * </ul>
 */
@NullMarked
package org.waybill.engine.gsi;

import org.jspecify.annotations.NullMarked;
