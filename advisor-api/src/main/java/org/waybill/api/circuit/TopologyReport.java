package org.waybill.api.circuit;

import java.util.List;

/**
 * What an import of a topology came to.
 *
 * @param nodes in use after it
 * @param links in use after it, each direction counted
 * @param added links that were new
 * @param changed links whose capacity or metric was another
 * @param removed links that are down from now on; what was reserved over them stays
 * @param problems what could not be read, one line each, at most 100
 */
public record TopologyReport(int nodes, int links, int added, int changed, int removed, List<String> problems) {}
