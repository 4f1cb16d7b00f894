/**
 * Delay and bottleneck bandwidth from ICMP echo, sent by ping sockets, raw sockets or the system's ping, whichever
 * works (Bing's method, Lu 2011, section 4.1.3.4, with several sizes and an error bound; and trains of echoes).
 */
@NullMarked
package org.waybill.client.probe.icmp;

import org.jspecify.annotations.NullMarked;
