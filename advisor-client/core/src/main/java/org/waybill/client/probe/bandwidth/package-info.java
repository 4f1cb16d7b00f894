/**
 * Rates that a path gives: transfers of growing size over a protocol with a robust regression, and trains of datagrams
 * between two nodes. The estimators are functions of what was observed; sockets and clocks are at the edge.
 */
@NullMarked
package org.waybill.client.probe.bandwidth;

import org.jspecify.annotations.NullMarked;
