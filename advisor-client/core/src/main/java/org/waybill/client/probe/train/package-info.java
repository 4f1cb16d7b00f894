/**
 * Capacity and available bandwidth from trains of UDP datagrams between two nodes. {@link TrainEstimator} decides what
 * to send next and what the arrivals mean, without clock or socket; {@link TrainSender} and {@link TrainReceiver} are
 * its hands.
 */
@NullMarked
package org.waybill.client.probe.train;

import org.jspecify.annotations.NullMarked;
