/**
 * Start at {@link PlutRateController}: peak link utilization transport (Lu 2011, section 4.2): rate, acknowledgement
 * interval, attainable goodput.
 *
 * <p>Eq. 4.2.18 drives the rate by g - g*, with g* from eq. 4.2.17. Where all losses are repaired, r (1 - x) = g:
 * every rate is then a resting point, a path that carries less than agreed keeps losing, and random loss looks the
 * same as overload. A loss threshold would punish long paths with random loss; delay is not a sign either, since a
 * dedicated channel's queue may be shallow. So {@link RateTrial} tries a lower rate for a short time.
 *
 * <p>The rate starts at the channel's, and eq. 4.2.18 pulls towards the smallest of limit, receiver's table and trial
 * results. Loss that stays 2 % above the path's known loss for three control steps starts a trial at the rate that was
 * delivered: unchanged goodput means overload, lower goodput means the loss belongs to the path and is remembered.
 * Below the limit an upward trial is made now and then, less often after failures. A path whose loss changes costs a
 * trial of about three round trips each time.
 *
 * <p>Measured in simulation (100 Mbit/s, 124 ms): over 0.96 of the channel at random loss up to 1 %, over 0.92 at 5 %;
 * on a channel of 60 where 100 Mbit/s were agreed, over 0.9 of 60 after 3 s.
 */
@NullMarked
package org.waybill.engine.transport.plut;

import org.jspecify.annotations.NullMarked;
