/**
 * The overlay of relays (Anglano and Canonico, File Mover): route tokens, hop-by-hop allocation of virtual paths,
 * pipelined forwarding, and the choice between paths while a transfer runs.
 */
@NullMarked
package org.waybill.engine.overlay;

import org.jspecify.annotations.NullMarked;
