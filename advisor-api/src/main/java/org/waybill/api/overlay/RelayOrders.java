package org.waybill.api.overlay;

import java.util.List;

/**
 * The service's answer to a node.
 *
 * @param issuerKeys Ed25519 keys, 64 hexadecimal digits each, whose route tokens the node should honour
 * @param secondsToNextReport report again after so long
 * @param measure links to measure now; none while another node measures
 */
public record RelayOrders(List<String> issuerKeys, int secondsToNextReport, List<LinkOrder> measure) {}
