/**
 * Grid security: GSS-API tokens that are TLS records, mutual authentication by X.509 certificates and proxies (RFC
 * 3820), and delegation, as the Grid Community Toolkit speaks them (GFD.24; GFD.20 for data channels).
 */
@NullMarked
package org.waybill.engine.gsi;

import org.jspecify.annotations.NullMarked;
