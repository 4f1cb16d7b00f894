/**
 * Start at {@link GrowingTransfers}: the rate that a path gives, from transfers of growing size over a protocol with a
 * robust regression. The estimators are functions of what was observed; sockets and clocks are at the edge.
 *
 * <p>Slope and intercept of time over size (Lu 2011) by least squares are bent by one disturbed transfer and by TCP's
 * slow start. So sizes double from 64 KiB, or grow fourfold while the last increment was clearly faster than the one
 * before, until the next would take more than 40 % of what is left of the budget (75 % while the line has not settled;
 * the budget is max(4 MiB, 1 % of the job) and 10 s). Then, where the line has not settled, one transfer takes the rest
 * of the time, else repetitions until the 90 % bootstrap interval is within 5 %. The line is Theil-Sen's with pairs
 * weighted by distance. Sizes from which larger ones still go faster are left out. {@link Trend} names what the last
 * increments say: {@code STEADY}; {@code RISING} (each of the last three is faster than the one before: the line goes
 * through the two largest sizes alone, the interval reaches as much further up as the growth did); {@code FALLING} and
 * {@code UNSTEADY} (larger ones are slower, or one is far slower than the line: the interval reaches as much further
 * down). No trend is followed further than by a factor of four. A transfer that the end of the time cuts short counts
 * by what it has sent.
 *
 * <p>Losses: a transfer becomes slower the longer it lasts, and short ones all end before that. As soon as a loss shows
 * (four sizes made, the last of which took at least 0.1 s: within a host a lost packet shows nothing), the rest of the
 * budget goes into one long transfer, and the rate of the last third of each transfer counts (by time, the longest
 * pause like the others): {@code tailBitsPerSecond}. A tail below 0.8 of the line widens the interval downwards, by
 * what one loss more would leave (0.7, RFC 9438) further; where that of the longest transfer is, it is the rate. On
 * long paths slow start itself overruns the queue, which holds up one transfer and not the next and bends the line (5
 * Mbit/s, 120 ms: 16 % too steep; 500 Mbit/s, 98 ms: 13 and 31 %). So where packets were lost and the longest transfer
 * was level (its second third no slower than 0.8 of its last), its last third is the rate, and the line's slope stays
 * within the interval. Without a loss it is not: tails of transfers that still gain speed come out too low. Of 34
 * recorded probes of 13 loss-free topologies, from fresh connection metrics, 34 are within 10 % of long transfers by
 * this rule, 27 by the line alone.
 *
 * <p>An end may hold a transfer up as well: a server's disk or processor, a connection's set-up. Over 20 Mbit/s between
 * two servers on a busy machine 256 KiB took 0.44 s and 512 KiB 0.33, and the line through the last three sizes said 53
 * Mbit/s. A transfer that met no loss and took longer (by a tenth) than one of at least twice its size is left out; the
 * other four said 19.3. The largest is never left out.
 *
 * <p>Progress and losses are the kernel's ({@code TCP_INFO} of the connections to that host, 40 times a second): a send
 * buffer takes 4 MiB at once, so that handed-over bytes show nothing of the path. A sender counts what the peer has
 * (what is in flight makes transfers that are cut short look 2 to 7 % faster), receivers what arrived, and their losses
 * by segments out of order. Reads take parts of the very file to be copied, at new offsets; writes go to one hidden
 * file that is removed.
 *
 * <p>{@link ThirdPartyTransfers} measure between two servers, and need a {@code Consent} value, which only the user's
 * option creates. Two sessions stay open and only the copy is timed: log-ins, listings and checks at two servers take
 * 0.8 s +- 0.2 s, in which 512 KiB over 20 Mbit/s (0.2 s) drown (a line through whole transfers said 69 Mbit/s with 95
 * % error). In the lab (20 Mbit/s, 10 ms between the servers) the rate comes within the test's 25 % at every run. A
 * test file travels from the client to the source first, so each byte counts twice against the budget. Their progress
 * is not visible, and the rate does not include what a log-in costs; the forecast's model adds that.
 *
 * <p>Where the budget ends within slow start (1 Gbit/s, 100 ms, 4 MiB) the rate is a lower bound and says so. On a
 * lossy path ten seconds show a sample: how often the interval then holds the rate of long transfers is in
 * {@code docs/measurements.md}. See decision 0160 for nodes.
 */
@NullMarked
package org.waybill.client.probe.bandwidth;

import org.jspecify.annotations.NullMarked;
