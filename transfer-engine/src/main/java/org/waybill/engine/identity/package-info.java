/** Who a node is and whom it trusts: its key and certificate, pinned peers, one-time pairing tokens. */
@NullMarked
package org.waybill.engine.identity;

import org.jspecify.annotations.NullMarked;
