package org.waybill.protocol;

import java.util.List;

/**
 * Registers protocols besides the built-in ones: named in {@code META-INF/services} of the jar that has their mover.
 */
public interface ProtocolProvider {

    List<Protocol> protocols();
}
