/**
 * Start at {@link IcmpProbe}: delay and bottleneck bandwidth from ICMP echo, sent by ping sockets, raw sockets or the
 * system's ping, whichever works (Bing's method, Lu 2011, section 4.1.3.4, with several sizes and an error bound; and
 * trains of echoes).
 *
 * <p>Bing compares the minimum round-trip times of two sizes at both sides of a link. It has no error bound, and it
 * adds up links whose routers do not answer: three links of 30 Mbit/s look like one of 10. So six sizes are sent, with
 * a weighted line through the minima (weights from the spacing of the smallest samples, Renyi); the steepest step
 * between answering hops is the bottleneck, with a 90 % interval. Trains of echoes are sent besides: only the narrowest
 * link sets their spacing. Where both agree they are weighted; where trains say more, they count (hidden links); where
 * they say less, the middle counts with an error that covers both.
 *
 * <p>In the emulator, {@code tick 0}, on a machine under load 8: 6 Mbit/s: sizes 6.02, trains 6.00; 60 Mbit/s: 65.1 and
 * 59.9; 80-30-80 Mbit/s in a row: sizes 17.1 (their series is 17.1), trains 30.0. A probe costs a few hundred packets,
 * at most one per 10 ms until a slope is known. It finds capacity alone, not what other traffic leaves. Rate-limited
 * ICMP shows as disagreement.
 */
@NullMarked
package org.waybill.client.probe.icmp;

import org.jspecify.annotations.NullMarked;
