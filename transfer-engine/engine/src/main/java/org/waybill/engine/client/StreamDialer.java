package org.waybill.engine.client;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import org.waybill.engine.wire.AttachPreamble;

/**
 * Opens the byte streams that a session's sealed records travel on: straight to the node, or through relays that see
 * only bytes. Blocks, ledger and keys are the same for all.
 */
@FunctionalInterface
interface StreamDialer {
    /** Opens one stream to the node and introduces it with the preamble. */
    ByteChannel dial(AttachPreamble preamble) throws IOException;
}
