/**
 * Start at {@link TrainEstimator}: capacity and available bandwidth from trains of UDP datagrams between two nodes. It
 * decides what to send next and what the arrivals mean, without clock or socket; {@link TrainSocket} has those.
 * {@link TrainRounds} does the same for advice, both ways, within its bytes and round trips ({@link NodeTrains#exchange}).
 *
 * <p>ICMP may be filtered and shows only capacity. Packet pairs (Spruce) need spacings of 12 us at 1 Gbit/s measured in
 * user space, and Pathload's search many round trips. TOPP's line over trains at several rates, I/O = I/C + R/C, gives
 * capacity C and available bandwidth A at once from trains of milliseconds. Trains run at 1.1 to 2 times the dispersion
 * rate, at the ends of the range, which shows a slope best. The range ends at 2: a link before the narrow one that
 * carries less than a train's rate hands it on slower, and bends the line. Where trains arrive at one rate however fast
 * they were sent, that rate is both.
 *
 * <p>Trains that arrive with a pause (8 % of their length) are sent again: a host was held up. A train's rate is the
 * median over its packets three quarters of it apart: at 1 Gbit/s hosts take the first packets early or the last ones
 * late, by 7 % of the train's 10 ms, in every second train, which looks like other traffic. Over 24 recorded sets
 * through eight routers at 1 Gbit/s the line by first and last packet is off by more than 10 % in 7 (up to +36 %), this
 * one in none; over 16 sets with other traffic available bandwidth is off by 7.0 % on average (8.1 by first and last
 * packet). Four fifths apart are as good except for one set in 24, two thirds worse with other traffic.
 *
 * <p>A train has up to 80 packets, where the queue can hold them together with other traffic (40 ms, filled by at least
 * 0.4 of what is sent): of the 8 to 14 that 30 ms are at 5 Mbit/s it is chance how many of the others come between. The
 * line weighs each train by the time that it took. In simulation at 5 Mbit/s with half of it taken and a queue of 60
 * ms, of 100 runs at least 93 are within 20 %, and 86 behind a link of 6.5 Mbit/s (47 with rates evenly up to 3).
 * Trains that overrun the queue drive the other traffic out of it and show 20 % too much.
 *
 * <p>Against a simulated queue with Poisson traffic of half the capacity and 20 us of clock noise, 2 to 1000 Mbit/s,
 * five seeds each: capacity within 10 % idle, within 20 % loaded, available within 20 %. In the emulator on a machine
 * with load 11 to 17 on two cores: 5 Mbit/s: 5.0 and 5.2; 300 Mbit/s: 309 and 300; 1000 Mbit/s: no estimate, all trains
 * were disturbed.
 *
 * <p>A measurement takes 44 to 92 trains; at 1 Gbit/s 48 to 96 MB, so it is {@code EXCLUSIVE} and runs only when asked
 * for. A train never fills more than about 40 ms of queue. The session and the arrivals travel over the nodes' control
 * channel (decision 0160); the receiver sends no answers and drops what does not carry its session's key.
 */
@NullMarked
package org.waybill.client.probe.train;

import org.jspecify.annotations.NullMarked;
